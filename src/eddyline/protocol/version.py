"""Number what a server and its clients say to each other, so that those of different numbers notice it."""

WIRE = 4
"""Increases with every change after which clients of before would misread the server, or it them.

A client names the number that it knows with every request, in the header `HEADER`, and with every WebSocket, in the
parameter `wire` of its address. One that names another number is refused as `other_version`. Pages always name it;
programs need not.
"""
HEADER = "Eddyline-Wire"
