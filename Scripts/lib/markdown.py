"""Converts the documents of this project to HTML: the part of Markdown that they use."""

import html
import re

SPAN = re.compile(r"`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)|\*\*(.+?)\*\*|\*([^*]+)\*")
ITEM = re.compile(r"(?:- |(\d+)\. )")


def inline(text, address):
    """The HTML of a paragraph. `address` converts the target of a link, or returns None for a link to leave out."""
    def span(match):
        code, label, target, strong, emphasis = match.groups()
        if code:
            return f"<code>{html.escape(' '.join(code.split()))}</code>"
        if label:
            to = address(target)
            return f'<a href="{html.escape(to)}">{inline(label, address)}</a>' if to else inline(label, address)
        return f"<strong>{inline(strong, address)}</strong>" if strong else f"<em>{inline(emphasis, address)}</em>"

    end, parts = 0, []
    for match in SPAN.finditer(text):
        parts += [html.escape(text[end:match.start()], quote=False), span(match)]
        end = match.end()
    return "".join([*parts, html.escape(text[end:], quote=False)])


def anchor(heading):
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows, address):
    head, body = cells(rows[0]), map(cells, rows[2:])
    heads = "".join(f'<th scope="col">{inline(cell, address)}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{inline(cell, address)}</td>' for cell in row)}</tr>" for row in body)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>'


def blocks(lines):
    """The blocks of a text: lists of lines. A fenced block, and an item with its indented lines, are one block."""
    block, fence = [], False
    for line in lines:
        if block and not fence and (
                not line and not ITEM.match(block[0])
                or line and not line.startswith(" ") and (ITEM.match(line) or ITEM.match(block[0]))):
            yield block
            block = []
        if line or block:
            block.append(line)
        if line.startswith("```"):
            fence = not fence
    if block:
        yield block


def converted(text, address):
    """The HTML of a document."""
    parts, is_list = [], ""
    for block in blocks(text.splitlines()):
        first = block[0]
        item = ITEM.match(first)
        kind = ("ol" if item[1] else "ul") if item else ""
        if kind != is_list:
            parts += [f"</{is_list}>" if is_list else "", f"<{kind}>" if kind else ""]
            is_list = kind
        if item:
            inner = [first[item.end():], *(line[item.end():] for line in block[1:])]
            content = converted("\n".join(inner), address)
            # An item of one paragraph needs no paragraph.
            single = re.fullmatch(r"<p>((?:(?!</p>).)*)</p>\n?", content, re.DOTALL)
            parts.append(f"<li>{single[1] if single else content}</li>")
        elif first.startswith("```"):
            code = html.escape("\n".join(block[1:-1]), quote=False)
            parts.append(f'<pre tabindex="0">{code}</pre>')
        elif first.startswith("#"):
            level, _, heading = first.partition(" ")
            parts.append(f'<h{len(level)} id="{anchor(heading)}">{inline(heading, address)}</h{len(level)}>')
        elif first.startswith("|"):
            parts.append(table(block, address))
        else:
            parts.append(f"<p>{inline(chr(10).join(block), address)}</p>")
    parts.append(f"</{is_list}>" if is_list else "")
    return "\n".join(filter(None, parts)) + "\n"
