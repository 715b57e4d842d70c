"""When clients wait, connect again and check a connection. A random part of each wait is as short as possible."""

import pytest


@pytest.fixture
def ada(timeless, scripted):
    """A client that has joined, and its connection."""
    timeless.join(scripted.address, hurries=False)
    connection = scripted.welcome()
    timeless.until("joined")
    return connection


def returns_after(puppets, seconds):
    """True if the client, which waits, connects again after this time and not before."""
    puppets.until_state("waiting")
    puppets.pass_time(seconds - 0.01)
    assert puppets.state == "waiting"
    puppets.pass_time(0.01)
    return puppets.state == "connecting"


def test_waits_double_until_a_welcome(timeless, scripted, ada):
    ada.hang_up()
    for seconds in (0.25, 0.5, 1, 2, 4, 8, 15, 15):
        assert returns_after(timeless, seconds)
        connection = scripted.accept()
        connection.hang_up()
    assert returns_after(timeless, 15)
    scripted.welcome(last=0).hang_up()
    assert returns_after(timeless, 0.25)


@pytest.mark.parametrize(("milliseconds", "seconds"), [(7_000, 7), (10 ** 9, 300)])
def test_a_server_can_ask_for_a_longer_wait(timeless, ada, milliseconds, seconds):
    ada.close(1012, why="restart", retry=milliseconds)
    assert returns_after(timeless, seconds)


@pytest.mark.parametrize(("status", "value", "seconds"), [
    (429, "7", 7), (503, "1000000", 300), (429, "Wed, 25 Nov 2026 20:00:00 GMT", 0.5), (429, "0", 0.5)])
def test_a_refused_handshake_can_ask_for_a_longer_wait(timeless, scripted, ada, status, value, seconds):
    ada.hang_up()
    timeless.until_state("waiting")
    # The JavaScript library reads the header in the answer to a request for the page.
    asks_page = timeless.language == "JavaScript"
    scripted.refusals = [(status, {"Retry-After": value})] * (2 if asks_page else 1)
    timeless.pass_time(0.25)
    while sum(report.get("state") == "waiting" for report in timeless.heard) < 2:
        timeless.hear()
    if asks_page:
        timeless.until("fetched")
    assert returns_after(timeless, seconds)


def test_a_missing_room_is_looked_for_after_30_seconds(timeless, ada):
    ada.close(4004, why="noSuchRoom")
    assert returns_after(timeless, 30)


def test_a_device_that_wakes_connects_at_once(timeless, scripted, ada):
    ada.hang_up()
    timeless.until_state("waiting")
    timeless.call("wake")
    scripted.welcome(last=0)
    timeless.until_state("joined")


def test_a_connection_is_checked_every_25_seconds(timeless, ada):
    for _ in range(2):
        timeless.pass_time(24.99)
        timeless.pass_time(0.01)
        assert ada.hear() == {"alive": 1}
        ada.say(alive=1, seq=2).say(here={"all": []})
        timeless.until("people")
    assert not any("state" in report for report in timeless.heard)


def test_without_an_answer_a_client_doubts_and_then_joins_again(timeless, scripted, ada):
    timeless.call("wake")
    assert ada.hear() == {"alive": 1}
    timeless.pass_time(1)
    assert timeless.state == "doubtful"
    ada.say(alive=1, seq=2)
    timeless.until_state("joined")
    timeless.call("wake")
    assert ada.hear() == {"alive": 1}
    timeless.pass_time(1)
    timeless.pass_time(1.99)
    assert timeless.state == "doubtful"
    timeless.pass_time(0.01)
    assert returns_after(timeless, 0.25)
    assert scripted.accept().join["since"]["seq"] == 2


def test_an_action_after_silence_checks_the_connection(timeless, ada):
    timeless.pass_time(9.99)
    timeless.call("keys", keys=["1"])
    assert ada.hear() == {"n": 1, "press": "1"}
    timeless.pass_time(0.01)
    timeless.call("keys", keys=["2"])
    assert [ada.hear(), ada.hear()] == [{"alive": 1}, {"n": 2, "press": "2"}]


def test_a_throttled_connection_is_checked_later(timeless, ada):
    timeless.call("wake")
    assert ada.hear() == {"alive": 1}
    ada.say(throttled={"retry": 60_000}).say(here={"all": []})
    timeless.until("people")
    timeless.pass_time(59.99)
    timeless.call("keys", keys=["1"])
    assert [ada.hear(), ada.hear()] == [{"alive": 1}, {"n": 1, "press": "1"}]


def test_a_connection_without_a_welcome_fails_after_10_seconds(timeless, scripted, ada):
    ada.hang_up()
    assert returns_after(timeless, 0.25)
    connection = scripted.accept()
    timeless.pass_time(9.99)
    assert timeless.state == "connecting"
    timeless.pass_time(0.01)
    assert returns_after(timeless, 0.5)
    assert connection.is_over()


def test_refused_actions_wait(timeless, ada):
    timeless.call("keys", keys=["1"])
    ada.hear()
    ada.say(refused={"n": 1, "why": "storage", "retry": 1000}).say(here={"all": []})
    timeless.until("people")
    timeless.call("keys", keys=["2"])
    timeless.pass_time(0.99)
    timeless.call("wake")
    assert ada.hear() == {"alive": 1}
    timeless.pass_time(0.01)
    assert ada.hear() == {"n": 1, "press": ["1", "2"]}
