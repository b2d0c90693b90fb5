"""The workbook of results, read back by openpyxl: kinds of cells, values, totals."""

import shutil
import subprocess
from collections import Counter
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from ledger.exports import FORMATS, xlsx_results
from ledger.exports.views import ClubView, view_for
from ledger.refusals import Invalid
from ledger.telling.redaction import Reader
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.test_after_the_close import closed, go_home, mended
from tests.exports.books import OWNER
from tests.exports.books import view_of as view_of_tables
from tests.play.table import Table

AUDITOR = Reader("auditor")


def view_of(house: House, reader: Reader = AUDITOR) -> ClubView:
    return view_for(house.clubs.books(UUID(house.id)), "The Club", reader)


def written(view: ClubView) -> bytes:
    return b"".join(FORMATS["xlsx"].pieces(view))


def read(view: ClubView, *, values: bool = True) -> Workbook:
    return load_workbook(BytesIO(written(view)), data_only=values)


def rows(sheet: Worksheet) -> list[dict[str, Any]]:
    """The rows of a sheet without its totals, by the headings."""
    head, *body = sheet.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in body if row[0] != "Total"]


def total(sheet: Worksheet) -> dict[str, Any]:
    head, *_, last = sheet.iter_rows(values_only=True)
    assert last[0] == "Total"
    return {heading: value for heading, value in zip(head, last, strict=True) if value is not None}


@pytest.fixture
def house(own_house: House) -> House:
    """A club with two closed sittings: one of 1895, one of today that was adjusted afterwards."""
    sitting = own_house.sit(held_on="1895-11-05")
    own_house.play(own_house.begin(sitting), ILLUSTRATED)
    own_house.play(own_house.begin(sitting, None), "deal; D stakes 6; E passes; A passes; B passes; C passes")
    go_home(own_house, sitting)
    mended(own_house, closed(own_house)[1])
    return own_house


def test_every_result_agrees_with_the_api(house: House) -> None:
    house.follow()
    book = read(view_of(house))
    results = rows(book["Results"])
    assert len(results) == 15
    for member in house.member.values():
        answer = house.owner.get(f"{house.path}/members/{member}/results").json
        of_api = {item["game"]: (item["net"], item["took"], item["adjusted"]) for item in answer["items"]}
        of_sheet = {
            row["Game id"]: (row["Net (pence)"], row["Took (pence)"], row["Adjusted (pence)"])
            for row in results
            if row["Player id"] == member
        }
        assert of_sheet == of_api
        (column,) = (row for row in book["Sittings"].iter_cols() if row[0].value == f"{house.letter[member]} (pence)")
        assert column[-1].value == answer["total"]["net"]
    assert total(book["Results"])["Net (pence)"] == sum(row["Net (pence)"] for row in results)
    assert total(book["Results"])["Won"] == 3
    assert total(book["Sittings"])["Games"] == 3
    games = rows(book["Games"])
    assert [row["Winners"] for row in games] == ["C", "D", "D"]
    for row in games:
        document = house.owner.get(f"/v1/games/{row['Game id']}/settlement").json
        assert (row["Pool (pence)"], row["Kitty (pence)"]) == (document["pool"], document["kitty"])


def test_cells_have_the_kinds_that_a_spreadsheet_can_count_with(house: House) -> None:
    book = read(view_of(house))
    for name in ("Results", "Sittings", "Games"):
        sheet = book[name]
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref == f"A1:{sheet.cell(sheet.max_row - 1, sheet.max_column).coordinate}"
        for row in sheet.iter_rows(min_row=2, max_row=sheet.max_row - 1):
            for head, cell in zip(sheet[1], row, strict=True):
                if "(pence)" in head.value and cell.value is not None:
                    assert (cell.data_type, cell.number_format) == ("n", '#,##0"d"')
        assert sheet.column_dimensions["A"].width > 10
    old, new = (book["Results"].cell(row, 1) for row in (2, 16))
    assert (old.value, old.data_type) == ("1895-11-05", "s")
    assert (new.is_date, new.number_format) == (True, "yyyy-mm-dd")
    assert isinstance(new.value, datetime)
    began = {row["Sitting"]: row["Began (UTC)"] for row in rows(book["Results"])}
    assert began[1] is None, "an evening that was written down later has no hour"
    assert isinstance(began[2], datetime)


def test_totals_are_formulas_over_what_a_filter_leaves(house: House) -> None:
    sheet = read(view_of(house), values=False)["Results"]
    formulas = [cell.value for cell in sheet[sheet.max_row] if cell.data_type == "f"]
    assert formulas[0] == "=SUBTOTAL(109,G2:G16)"
    assert len(formulas) == 11


@pytest.mark.parametrize(
    ("currency", "number_format", "net"),
    [("GBP", "#,##0.00 [$GBP]", 0.78), ("JPY", "#,##0 [$JPY]", 78), ("KWD", "#,##0.000 [$KWD]", 0.078)],
)
def test_amounts_are_in_the_currency(currency: str, number_format: str, net: float) -> None:
    table = Table("ABCDE", ante=3, limit=12, funds=200).start("A").play(ILLUSTRATED)
    table.club_events = [
        type(event)(currency=currency) if type(event).__name__ == "ClubFounded" else event
        for event in table.club_events
    ]
    sheet = read(view_of_tables([table], OWNER))["Results"]
    (won,) = [row for row in rows(sheet) if row["Won"]]
    assert won[f"Net ({currency})"] == pytest.approx(net, abs=1e-9)
    assert {cell.number_format for cell in sheet["G"][1:]} == {number_format}
    assert total(sheet)[f"Net ({currency})"] == 0


FORMULAS = ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "{=1}", "http://x.example", "internal:A1", "1e5"]


def test_no_name_is_a_formula_a_link_or_a_number(own_house: House) -> None:
    for name in FORMULAS:
        own_house.member["F"] = own_house.owner.post(f"{own_house.path}/members", {"name": name}).json["id"]
        own_house.play(own_house.begin(own_house.sit(players="FA"), "F"), "deal; F stakes 6; A passes")
    book = read(view_of(own_house), values=False)
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    names = [cell for cell in cells if str(cell.value).removesuffix(" (pence)") in FORMULAS]
    assert {cell.data_type for cell in names} == {"s"}
    assert {cell.value for cell in names} >= set(FORMULAS)
    assert all(cell.hyperlink is None for cell in cells)


def test_the_same_record_is_written_in_the_same_bytes_for_every_reader(house: House) -> None:
    assert written(view_of(house)) == written(view_of(house, Reader("player", house.member["A"])))


def test_a_club_without_games_has_sheets_with_headings_only(own_house: House) -> None:
    book = read(view_of(own_house))
    assert [(sheet.title, sheet.max_row) for sheet in book] == [("Results", 1), ("Sittings", 1), ("Games", 1)]


def test_more_results_than_a_sheet_holds_are_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_results, "MOST_ROWS", 14)
    answer = house.owner.get(f"{house.path}/exports/xlsx")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["format"])
    with pytest.raises(Invalid, match="export a period"):
        written(view_of(house))


def test_days_that_excel_does_not_know_are_text(own_house: House) -> None:
    for day in ("0001-01-01", "1900-02-28", "1900-03-01", "9999-12-31"):
        own_house.play(own_house.begin(own_house.sit(held_on=day, players="AB")), "deal; A stakes 6; B passes")
    days = [row["Day"] for row in rows(read(view_of(own_house))["Games"])]
    assert days == ["0001-01-01", "1900-02-28", datetime(1900, 3, 1), datetime(9999, 12, 31)]


OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (on Debian: apt-get install libreoffice-calc)")
def test_libreoffice_opens_the_workbook_and_adds_up_the_same(house: House, tmp_path: Path) -> None:
    assert OFFICE is not None
    file = tmp_path / "results.xlsx"
    file.write_bytes(written(view_of(house)))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = [OFFICE, profile, "--headless", "--convert-to", "csv", "--outdir", str(tmp_path), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    *_, last = (tmp_path / "results.csv").read_text().splitlines()
    assert last.startswith("Total,")
    assert Counter(last.split(","))["3"] >= 1
