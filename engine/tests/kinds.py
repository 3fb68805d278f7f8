"""A party's rows of each kind of data that is no table, for tests that try every algorithm."""

from graphs import network
from notes import notes
from pictures import digits
from texts import reviews

ROWS = {
    "texts": lambda party: reviews(80, party),
    "tokens": lambda party: notes(80, party),
    "pictures": lambda party: digits(8, start=8 * party),
    "graph": lambda party: network(90, party),
}
