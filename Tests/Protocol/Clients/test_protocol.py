"""The rules of docs/protocol.md for clients, against a server whose every frame is chosen."""

import pytest

KEYS = ["1", "+", "2", "="]


@pytest.fixture
def ada(puppets, scripted):
    """A client that has joined, and its connection."""
    puppets.join(scripted.address, name="Ada", make="tip")
    connection = scripted.welcome()
    puppets.until("joined")
    return connection


def event(n, key, **members):
    return {"by": 1, "n": n, "press": key, **members}


def outcomes(puppets, count):
    """The outcomes of pressed keys by their ids."""
    reports = []
    while len(reports) < count:
        if "id" in (report := puppets.hear()):
            reports.append((report["id"], report.get("why", "decided")))
    return dict(reports)


def press(puppets, keys, first=0):
    for number, key in enumerate(keys, first):
        puppets.call("press", key=key, id=number)


def test_a_join_names_secret_pen_and_room(puppets, scripted):
    puppets.join(scripted.address + "?view=board#host", name="Ada", make={"keypad": "tip", "lock": True})
    join = scripted.accept().join
    assert {**join, "secret": "", "pen": ""} == {
        "secret": "", "pen": "", "name": "Ada", "views": True, "make": {"keypad": "tip", "lock": True}}
    assert len(join["secret"]) >= 22 and len(join["pen"]) >= 11 and join["secret"] != join["pen"]


def test_a_return_names_the_position_and_makes_no_room(puppets, scripted, ada):
    ada.say(seq=3, events=[{"at": 5, "by": 1, "n": 1, "hand": True}]).hang_up()
    join = scripted.accept().join
    assert join["since"]["epoch"] == "9f2c018877665544" and "make" not in join
    # The hand is not an action of this client, so the pen is shared.
    assert join["pen"] != ada.join["pen"]


def test_keys_share_a_frame(puppets, ada):
    puppets.call("keys", keys=KEYS)
    assert ada.hear() == {"n": 1, "press": KEYS}
    puppets.call("act", action={"hand": True})
    assert ada.hear() == {"n": 5, "hand": True}


def test_at_most_64_actions_are_undecided(puppets, ada):
    puppets.call("keys", keys=["1"] * 70)
    assert ada.hear() == {"n": 1, "press": ["1"] * 64}
    ada.say(seq=3, events=[event(1, "1")])
    assert ada.hear() == {"n": 65, "press": "1"}


def test_undecided_actions_are_sent_again_unchanged(puppets, scripted, ada):
    press(puppets, KEYS)
    assert [ada.hear()["n"] for _ in KEYS] == [1, 2, 3, 4]
    ada.hang_up()
    again = scripted.accept()
    assert again.join["pen"] == ada.join["pen"] and again.join["secret"] == ada.join["secret"]
    # The first welcome was lost, so the second one is the first for this pen.
    again.welcome(last=1, seq=3, events=[event(1, "1")])
    assert again.hear() == {"n": 2, "press": ["+", "2", "="]}
    again.say(seq=4, events=[event(2, "+"), event(3, "2", void="locked"), event(4, "=")])
    assert outcomes(puppets, 4) == {0: "decided", 1: "decided", 2: "locked", 3: "decided"}


def test_events_that_a_snapshot_replaced_are_decided(puppets, scripted, ada):
    press(puppets, KEYS[:2])
    ada.hear(), ada.hear()
    ada.hang_up()
    scripted.welcome(last=2, seq=4)
    assert outcomes(puppets, 2) == {0: "decided", 1: "decided"}


def test_an_event_of_another_pen_decides_nothing(puppets, ada):
    press(puppets, KEYS[:1])
    ada.hear()
    ada.say(seq=3, events=[event(1, "1", pen=1)]).say(seq=4, events=[event(1, "1")])
    assert puppets.until("id") == 0 and puppets.last["seq"] == 4


def test_refused_actions_are_sent_again_in_order(puppets, ada):
    press(puppets, KEYS[:3])
    assert [ada.hear()["n"] for _ in range(3)] == [1, 2, 3]
    ada.say(refused={"n": 2, "why": "storage", "retry": 0})
    assert ada.hear() == {"n": 2, "press": ["+", "2"]}
    ada.say(refused={"n": 2, "why": "rate", "retry": 60_000})
    press(puppets, KEYS[3:], 3)
    ada.say(seq=3, events=[event(1, "1")])
    assert outcomes(puppets, 1) == {0: "decided"}


@pytest.mark.parametrize("welcome", [{"last": None}, {"last": 0, "you": 2}, {"last": 0, "pen": 1}, {"last": 3}])
def test_actions_of_a_forgotten_or_shared_pen_are_not_repeated(puppets, scripted, ada, welcome):
    press(puppets, KEYS[:2])
    ada.hear(), ada.hear()
    ada.hang_up()
    second = scripted.accept()
    press(puppets, ["3"], 2)
    puppets.call("act", action={"hand": True})
    puppets.settle()
    second.welcome(**welcome)
    third = scripted.accept()
    assert third.join["pen"] != second.join["pen"] and third.join["secret"] == second.join["secret"]
    third.welcome(pen=5)
    # The hand does not change the calculator.
    assert third.hear() == {"n": 1, "hand": True}
    assert outcomes(puppets, 3) == {0: "unsure", 1: "unsure", 2: "unsent"}


def test_after_lost_events_actions_use_a_fresh_pen(puppets, scripted, ada):
    press(puppets, KEYS[:2])
    puppets.call("act", action={"hand": True})
    assert [ada.hear()["n"] for _ in range(3)] == [1, 2, 3]
    ada.say(seq=3, events=[event(1, "1")])
    assert outcomes(puppets, 1) == {0: "decided"}
    ada.hang_up()
    scripted.welcome(last=0, epoch="1" * 16, seq=1)
    third = scripted.accept()
    assert third.join["pen"] != ada.join["pen"]
    third.welcome(pen=1, epoch="1" * 16, seq=2)
    # Others may have changed the calculator.
    assert outcomes(puppets, 1) == {1: "unsent"}
    assert third.hear() == {"n": 1, "hand": True}


def test_a_pen_that_the_room_has_forgotten_is_replaced(puppets, scripted, ada):
    press(puppets, KEYS[:2])
    ada.hear(), ada.hear()
    ada.say(seq=3, events=[event(1, "1", void="pen"), event(2, "+", void="pen")])
    second = scripted.accept()
    assert second.join["pen"] != ada.join["pen"]
    second.welcome(pen=8, seq=4, events=[event(1, "1", void="pen"), event(2, "+", void="pen")])
    assert second.hear() == {"n": 1, "press": ["1", "+"]}


def test_keys_that_were_never_sent_are_withdrawn_after_changes_of_others(puppets, scripted, ada):
    press(puppets, ["1"] * 65)
    puppets.call("act", action={"hand": True})
    for n in range(64):
        ada.hear()
    ada.hang_up()
    second = scripted.welcome(last=64, seq=67, events=[*(event(n, "1") for n in range(1, 65)), {"by": 2, "press": "C"}])
    assert outcomes(puppets, 65)[64] == "unsent"
    assert second.hear() == {"n": 65, "hand": True}


def test_keys_that_were_never_sent_are_sent_if_only_names_changed(puppets, scripted, ada):
    press(puppets, ["1"] * 65)
    for n in range(64):
        ada.hear()
    ada.hang_up()
    others = [{"by": 2, "n": 1, "name": "Ben"}, {"by": 2, "n": 2, "press": "C", "void": "locked"}]
    second = scripted.welcome(last=64, seq=68, events=[*(event(n, "1") for n in range(1, 65)), *others])
    assert second.hear() == {"n": 65, "press": "1"}


@pytest.mark.parametrize("frame", ["nonsense", '{"seq":5,"events":[{"by":2,"n":1,"press":"1"}]}'])
def test_after_a_gap_or_an_invalid_frame_a_client_joins_again(scripted, ada, frame):
    ada.socket.send(frame)
    assert scripted.accept().join["since"]["seq"] == 2
    assert ada.is_over()


def test_events_come_once_with_number_and_time(puppets, ada):
    ada.say(seq=3, events=[{"at": 7, "by": 2, "n": 1, "press": "1"}, {"by": 2, "n": 2, "press": "2"}])
    ada.say(seq=4, events=[{"by": 2, "n": 2, "press": "2"}, {"at": 8, "by": 2, "n": 3, "press": "3"}])
    ada.say(unknown={}).say(throttled={"retry": 5})
    found = [puppets.until("event") for _ in range(3)]
    assert [(one["seq"], one["at"], one["press"]) for one in found] == [(3, 7, "1"), (4, 7, "2"), (5, 8, "3")]


def test_people_come_go_and_change_their_names(puppets, ada):
    ada.say(here={"all": [{"who": 2, "name": "Ben"}], "watching": 3})
    assert puppets.until("people") == [{"who": 2, "name": "Ben"}, {"who": 1, "name": "Ada"}]
    assert (puppets.last["count"], puppets.last["watching"]) == (2, 3)
    ada.say(seq=3, events=[{"at": 7, "by": 2, "n": 1, "name": "Bea"}])
    assert puppets.until("people")[0] == {"who": 2, "name": "Bea"}
    ada.say(here={"came": [{"who": 3, "name": "Cleo"}], "gone": [2], "count": 320})
    assert puppets.until("people") == [{"who": 1, "name": "Ada"}, {"who": 3, "name": "Cleo"}]
    assert puppets.last["count"] == 320


def test_a_newcomer_to_a_closed_room_watches_until_it_opens(puppets, scripted):
    puppets.join(scripted.address)
    first = scripted.accept()
    first.say(welcome={"rules": 6, "epoch": "1" * 16, "seq": 4, "read": "0" * 32, "snapshot": "", "view": {}})
    assert puppets.until("joined").get("you") is None
    press(puppets, ["1"])
    assert outcomes(puppets, 1) == {0: "closed"}
    first.say(seq=5, events=[{"at": 7, "by": 1, "n": 1, "open": True}])
    scripted.welcome(you=2, seq=6, last=None)
    puppets.until_state("connecting")
    puppets.until_state("joined")
    press(puppets, ["1"], 1)


def test_a_spectator_follows_and_cannot_act(puppets, scripted):
    puppets.join(scripted.address, watch=True, read="1" * 32)
    first = scripted.accept()
    assert first.join["watch"] is True and first.join["read"] == "1" * 32
    first.say(welcome={"rules": 6, "epoch": "1" * 16, "seq": 4, "read": "2" * 32, "snapshot": "", "view": {"display": "1"}})
    assert puppets.until("joined")["view"] == {"display": "1"}
    press(puppets, ["1"])
    assert outcomes(puppets, 1) == {0: "unsent"}
    first.hang_up()
    assert scripted.accept().join["read"] == "2" * 32


def test_leaving_ends_all_actions(puppets, ada):
    press(puppets, KEYS)
    for _ in KEYS:
        ada.hear()
    puppets.call("leave")
    assert outcomes(puppets, 4) == dict.fromkeys(range(4), "unsure")
    assert ada.is_over() and ada.socket.protocol.close_rcvd.code in (1000, 1005)
    press(puppets, ["1"], 4)
    assert outcomes(puppets, 1) == {4: "unsent"}
