"""Whoever ignores the page and says everything by hand changes nothing that the room does not allow."""

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from rights import OUTSIDERS, PERMISSIONS, Room

INSIDERS = ("host", "member", "granted", "former")
STATES = list(OUTSIDERS)


def test_U151_the_tables_are_whole(free_server):
    room = Room(free_server, "open")
    room.close()
    for state in STATES:
        assert PERMISSIONS[state].keys() == room.actions.keys() | {"revokeOwn"}, state


@pytest.mark.parametrize("state", STATES)
def test_U151_what_the_table_forbids_is_void_and_changes_nothing(free_server, state):
    room = Room(free_server, state)
    # Those who come in are pupils, for whom the column of one holds.
    comers = [name for name in ("newcomer", "removed") if OUTSIDERS[state][name] == "member"]
    people = {name: (room.people[name], name) for name in INSIDERS}
    people |= {name: (room.knocks(name).join(), "member") for name in comers}
    before, tried = room.shown(), 0
    for action, verdicts in PERMISSIONS[state].items():
        for name, (one, column) in people.items():
            if (verdict := verdicts[column]) != "taken":
                assert one.act(room.action(action, one)) == verdict, (action, name, state)
                assert room.shown() == before, (action, name, state)
                tried += 1
    print(f"{tried} forbidden actions in a room that is {state}")
    assert tried == {"open": 65, "locked": 89, "shut": 39, "closed": 90}[state]
    # The host's own still have their effect, so it was not the room that was dead.
    expected = "taken" if state != "closed" else "closed"
    assert room.people["host"].act({"lock": True}) == expected
    room.close()


@pytest.mark.parametrize("state", STATES)
def test_U151_what_the_table_allows_is_taken(free_server, state):
    tried = 0
    for action, verdicts in PERMISSIONS[state].items():
        for name in (*INSIDERS, "newcomer", "removed"):
            column = name if name in INSIDERS else OUTSIDERS[state][name]
            if verdicts.get(column) != "taken":
                continue
            room = Room(free_server, state)
            one = room.people[name] if name in INSIDERS else room.knocks(name).join()
            if action == "delete":
                one.send({"n": next(one.counts), "delete": True})
                assert one.closed() == 4009
            else:
                assert one.act(room.action(action, one)) == "taken", (action, name, state)
            room.close()
            tried += 1
    print(f"{tried} actions that are allowed in a room that is {state}")
    assert tried == {"open": 73, "locked": 49, "shut": 53, "closed": 2}[state]


@pytest.mark.parametrize("state", STATES)
def test_U151_who_is_nobody_here_is_thrown_out_and_changes_nothing(free_server, state):
    room = Room(free_server, state)
    # Somebody who was removed is closed, and the page's buttons do not matter then.
    assert room.people["removed"].closed() == 4008
    before, last, tried = room.shown(), room.last(), 0
    for action in PERMISSIONS[state]:
        for name, code in OUTSIDERS[state].items():
            if code == "member":
                continue
            one, ends = room.knocks(name), {int(code)}
            if name == "watcher":
                one.join(watch=True, read=room.read)
            elif state == "closed" and name != "stranger":
                # To a room that is closed they may come as watchers (W44).
                one.join()
            elif name != "stranger":
                # Who does not wait to be turned away has said too much, too.
                one.ask_in()
                ends.add(4001)
            one.you = 2
            with suppress(ConnectionClosed):
                one.send({"n": 1, **room.action(action, one)})
            assert one.closed() in ends, (action, name, state)
            tried += 1
    print(f"{tried} actions of those who are nobody in a room that is {state}")
    assert tried == 23 * sum(code != "member" for code in OUTSIDERS[state].values())
    for name in (name for name, code in OUTSIDERS[state].items() if code == "4006"):
        one = room.knocks(name)
        one.ask_in()
        assert one.closed() == 4006
    assert room.shown() == before and room.last() == last
    room.close()


@pytest.mark.parametrize("state", STATES)
def test_U151_what_is_forged_is_no_message(free_server, state):
    room = Room(free_server, state)
    before, last = room.shown(), room.last()
    # What is signed as somebody else's, or only a server writes.
    for forged in ({"by": 1, "pen": 0, "lock": False}, {"n": 1, "make": {"keypad": "tip"}},
                   {"n": 1, "enter": {"identity": "0" * 32, "pen": "0" * 16}}):
        member = room.knocks("member").join()
        member.send(forged)
        assert member.closed() == 4000
    assert room.shown() == before and room.last() == last
    room.close()


def test_U151_a_former_host_is_a_pupil_and_a_deleted_room_is_nobodys(free_server):
    room = Room(free_server, "locked")
    before = room.shown()
    # The link of another room, a wrong one, and a number that is not the author's.
    former, member = room.people["former"], room.people["member"]
    assert former.act({"useLink": "another-secret-than-the-link-has"}) == "link"
    assert former.act({"host": former.you}) == "host"
    assert member.act({"revoke": 3}) == "host" and member.act({"grant": 2}) == "host"
    assert room.shown() == before
    room.people["host"].send({"n": next(room.people["host"].counts), "delete": True})
    for name in ("host", "member", "granted", "former", "bystander"):
        assert room.people[name].closed() == 4009
    one = room.knocks("member")
    one.ask_in()
    assert one.closed() == 4004
    room.close()
