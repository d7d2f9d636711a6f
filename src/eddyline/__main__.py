"""Run the command line as `python -m eddyline`."""

from eddyline.cli import main

main()
