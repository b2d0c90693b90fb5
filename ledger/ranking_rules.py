"""What a sitting's articles say to the ranking and the division of pools."""

from ledger.articles import Articles
from ledger.laws.division import DivisionReadings
from ledger.laws.ranking import RankingRules


def rules_of(articles: Articles) -> RankingRules:
    """The variants and readings that bear on the ranking of hands."""
    said = articles.readings
    return RankingRules(
        blaze="blaze" in articles.variants,
        joker="joker" in articles.variants,
        skip_sequence="skip_sequence" in articles.variants,
        ace_high_sequences="ace_high_sequences" in articles.variants,
        untied_card=said["untied_card"],
        hearts=said["hearts"],
        two_pair_fifth=said["two_pair_fifth"],
        joker_ace_ends=said["joker_ace_ends"],
        blaze_aces=said["blaze_aces"],
    )


def division_readings(articles: Articles) -> DivisionReadings:
    """The readings that bear on the division of a pool."""
    said = articles.readings
    return DivisionReadings(
        side_show_ante=said["side_show_ante"],
        side_show_dead=said["side_show_dead"],
        side_show_next=said["side_show_next"],
        side_show_tie=said["side_show_tie"],
        odd_counter=said["odd_counter"],
    )
