"""Lets pyrimaa's analyze script ask the engine about a board and about a list of more than ten moves."""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from pyrimaa import board as pyb

BOARD = """7s
 +-----------------+
8| r r . r r . r r |
7| . . c . e c . . |
6| . d x . . x d . |
5| . h . . E . . r |
4| . . . m . . h R |
3| . . x H M x . . |
2| D H . C . C . D |
1| R R R . R R R R |
 +-----------------+
   a b c d e f g h
"""
SETUPS = [
    "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2",
    "1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7",
]


def move_list(turns, seed):
    """A list of `turns` random turns after the setups, and the position after them."""
    random.seed(seed)
    lines = list(SETUPS)
    position = pyb.Position(pyb.Color.GOLD, 4, pyb.BLANK_BOARD)
    for line in lines:
        position = position.do_move_str(line[3:])
    for ply in range(turns):
        steps, following = position.get_rnd_step_move()
        lines.append(f"{2 + ply // 2}{'gs'[position.color]} {position.steps_to_str(steps)}")
        position = following
    return "\n".join(lines) + "\n", position


def analyze(script, engine, options, text):
    """What the script printed, or raises."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        config, start = folder / "analyze.cfg", folder / "start.txt"
        settings = "\n".join(f"bot_{name} = {value}" for name, value in options)
        config.write_text(
            f"[global]\ndefault_engine = engine\nstrict_checks = true\n\n[engine]\ncmdline = {engine}\n{settings}\n"
        )
        start.write_text(text)
        done = subprocess.run(
            [script, "-c", config, start], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
        )
        if done.returncode != 0:
            raise RuntimeError(f"analyze failed:\n{done.stdout}\n{done.stderr}")
        return done.stdout


def fault(output, position):
    answer = re.findall(r"^bestmove: (.+)$", output, re.MULTILINE)
    if len(answer) != 1:
        return f"{len(answer)} bestmove lines"
    if complaints := re.findall(r"^log: (?:Error|Warning).*$", output, re.MULTILINE):
        return f"complaints {complaints}"
    try:
        position.do_move_str(answer[0])
    except (pyb.IllegalMove, ValueError) as error:
        return f"bestmove {answer[0]} is illegal: {error}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True, help="command line of the engine under test")
    parser.add_argument("--analyze", required=True, help="path of pyrimaa's analyze")
    parser.add_argument("--option", type=lambda text: text.split("=", 1), action="append", default=[],
                        metavar="NAME=VALUE", help="AEI option of the engine")
    arguments = parser.parse_args()

    _, position = pyb.parse_long_pos(BOARD.splitlines())
    long_list, after_list = move_list(28, seed=1)
    cases = [
        ("a board", BOARD, position, arguments.option),
        ("a list of 30 moves", long_list, after_list, arguments.option),
        # Nothing limits this search but the engine itself.
        ("a board, no limits given", BOARD, position, []),
    ]
    failed = 0
    for name, text, final, options in cases:
        try:
            problem = fault(analyze(arguments.analyze, arguments.engine, options, text), final)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            problem = str(error)
        print(f"analyze: {name}: {problem or 'ok'}")
        failed += bool(problem)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
