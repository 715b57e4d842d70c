"""Makes rooms for a school: a sheet of QR codes to print, and a list of links that make teachers hosts.

    curl -O https://calc.example/api/calcroom.py
    python3 -m pip install websockets
    python3 school.py https://calc.example 30
"""

import csv
import secrets
import sys
import urllib.request

import calcroom

# No sign of a code looks like another one.
SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SHEET = """<!DOCTYPE html>
<meta charset="utf-8">
<title>Rooms</title>
<style>
    body { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1cm; text-align: center; font: 18pt sans-serif }
    svg { width: 100%; height: auto }
    figure { margin: 0; break-inside: avoid }
</style>
"""


def make_room(server):
    """Makes a room. Returns its code, its link for a host, and its QR code as SVG."""
    code = secrets.choice("23456789") + "".join(secrets.choice(SIGNS) for _ in range(5))
    address = f"{server}/rooms/{code.lower()}"
    link = secrets.token_urlsafe(16)
    with calcroom.join_sync(address, name="School", make="formula") as room:
        room.act({"hostLink": link})
    with urllib.request.urlopen(f"{address}/qr.svg") as response:
        picture = response.read().decode()
    return code, f"{address}#host={link}", picture[picture.index("<svg"):]


def main(server, count):
    with open("rooms.html", "w", encoding="utf-8") as sheet, open("hosts.csv", "w", newline="") as hosts:
        sheet.write(SHEET)
        table = csv.writer(hosts)
        table.writerow(["room", "link for the teacher"])
        for _ in range(int(count)):
            code, link, picture = make_room(server.rstrip("/"))
            sheet.write(f"<figure>{picture}<figcaption>{code}</figcaption></figure>\n")
            table.writerow([code, link])
    print(f"{count} rooms: print rooms.html, and give each teacher one link of hosts.csv")


main(*sys.argv[1:])
