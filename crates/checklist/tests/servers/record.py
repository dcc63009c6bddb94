"""Starts an MCP server over stdio, asks for its tools, and writes the answer as it came.

    python3 record.py OUT.json COMMAND [ARGUMENT...]

Speaks the handshake of revision 2025-06-18, which the servers of today still want. A list of several pages is written as
one answer: the tools of all pages.
"""

import json
import subprocess
import sys


def main(out, command):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        welcome = ask(server, 1, "initialize", {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "record", "version": "1"},
        })
        tell(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        answer = ask(server, 2, "tools/list", {})
        tools = list(answer["result"]["tools"])
        cursor, number = answer["result"].pop("nextCursor", None), 3
        while cursor is not None:
            page = ask(server, number, "tools/list", {"cursor": cursor})
            tools += page["result"]["tools"]
            cursor, number = page["result"].get("nextCursor"), number + 1
        answer["result"]["tools"] = tools
    finally:
        server.stdin.close()
        try:
            server.wait(timeout=5)
        except subprocess.TimeoutExpired:
            server.kill()
    with open(out, "w", encoding="utf-8") as file:
        json.dump(answer, file, indent=1, ensure_ascii=False)
        file.write("\n")
    print(welcome["result"]["serverInfo"], len(tools), "tools", file=sys.stderr)


def tell(server, message):
    server.stdin.write(json.dumps(message) + "\n")
    server.stdin.flush()


def ask(server, number, method, params):
    """Sends a request and waits for its answer; what a server says meanwhile is passed over."""
    tell(server, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    for line in server.stdout:
        message = json.loads(line)
        if message.get("id") == number and "method" not in message:
            if "error" in message:
                sys.exit(f"{method}: {message['error']}")
            return message
    sys.exit(f"{method}: the server ended without an answer")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
