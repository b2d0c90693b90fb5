"""Which addresses a webhook may send to."""

from ipaddress import ip_address

import pytest

from ledger.application.addresses import check_url, is_public
from ledger.refusals import Invalid

PUBLIC = ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8")
PRIVATE = (
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_within_a_network_is_not(address: str) -> None:
    assert not is_public(ip_address(address))


def test_with_the_operators_leave_private_addresses_are_allowed_and_http() -> None:
    for url in ("http://127.0.0.1:8080/hook", "http://receiver:8080/", "https://10.0.0.1/", "https://c.example/"):
        check_url(url, private=True)
    for url in ("ftp://127.0.0.1/", "http://", "http://user@127.0.0.1/"):
        with pytest.raises(Invalid):
            check_url(url, private=True)
