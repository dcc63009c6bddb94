"""Runs a server, and writes each line that passes, either way, to a file: time, direction, message.

    python3 tee.py FILE COMMAND...
"""

import json
import subprocess
import sys
import threading
import time

log = open(sys.argv[1], "a", buffering=1, encoding="utf-8")
lock = threading.Lock()
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def note(direction, line):
    # The message stands there as it was sent: written anew, it could be another text.
    with lock:
        log.write('{"timestamp":%s,"direction":"%s","message":%s}\n' % (json.dumps(time.time()), direction, line.decode().strip()))


def to_server():
    for line in sys.stdin.buffer:
        note("client-to-server", line)
        server.stdin.write(line)
        server.stdin.flush()
    server.stdin.close()


threading.Thread(target=to_server, daemon=True).start()
for line in server.stdout:
    note("server-to-client", line)
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
server.wait()
