"""Stand in for a mail server: take mail over SMTP."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from email.message import EmailMessage
from queue import Queue
from typing import Self


class Post:
    """Take mail at an address of this machine; `refuses` is what it answers to recipients instead."""

    def __init__(self) -> None:
        self.taken: Queue[EmailMessage] = Queue()
        self.refuses: str | None = None
        self.signed_in: list[str] = []
        post = self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, line: str) -> None:
                self.wfile.write(f"{line}\r\n".encode())

            def handle(self) -> None:
                self.say("220 here")
                for line in self.rfile:
                    verb = line.split()[0].upper().decode() if line.split() else ""
                    match verb:
                        case "EHLO":
                            self.say("250-here")
                            self.say("250 AUTH PLAIN")
                        case "AUTH":
                            post.signed_in.append(line.split()[2].decode())
                            self.say("235 welcome")
                        case "RCPT" if post.refuses:
                            self.say(post.refuses)
                        case "DATA":
                            self.say("354 go on")
                            post.taken.put(self.mail())
                            self.say("250 taken")
                        case "QUIT":
                            self.say("221 bye")
                            return
                        case _:
                            self.say("250 fine")

            def mail(self) -> EmailMessage:
                lines = []
                while (line := self.rfile.readline()) != b".\r\n":
                    lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
                message = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                assert isinstance(message, EmailMessage)
                return message

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
