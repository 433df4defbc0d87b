"""Plays an engine against pyrimaa's simple_engine, or any other AEI engine, under pyrimaa's roundrobin.

The engine must win every game by goal, elimination or immobilization, and every one of its turns must be legal by
pyrimaa's strict check, must not end inside a push and must not repeat a position for the third time.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

from pyrimaa import board as pyb
from pyrimaa.util import TimeControl

ON_THE_BOARD = {"g", "e", "m"}


def write_config(path, arguments, rounds):
    path.write_text(
        f"""[global]
rounds = {rounds}
timecontrol = {arguments.time_control}
strict_setup = true
bots = engine opponent

[engine]
cmdline = {arguments.engine}
communication_method = {arguments.transport}
{chr(10).join(f"bot_{name} = {value}" for name, value in arguments.option)}

[opponent]
cmdline = {arguments.opponent}
"""
    )


def run_roundrobin(arguments, rounds):
    """Plays the games and returns the records, what roundrobin logged, and why it failed, if it did."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        config, pgn = folder / "roundrobin.cfg", folder / "games.pgn"
        write_config(config, arguments, rounds)
        command = [arguments.roundrobin, "--config", config, "--pgn", pgn, "--log", "INFO"]
        # Longer than any game under the clock takes, so that a hang fails instead of blocking.
        limit = rounds * (TimeControl(arguments.time_control).time_limit or 3600) + 120
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return [], "", f"roundrobin did not end within {limit} s"
        failure = "" if done.returncode == 0 else f"roundrobin failed:\n{done.stdout}\n{done.stderr}"
        return read_pgn(pgn.read_text() if pgn.exists() else ""), done.stderr, failure


def read_pgn(text):
    """Games as dictionaries of their tags, with the list of turns under `turns`."""
    games = []
    for line in text.splitlines():
        if tag := re.fullmatch(r'\[(\w+) "(.*)"\]', line):
            if tag[1] == "White":
                games.append({"turns": []})
            games[-1][tag[1]] = tag[2]
        elif re.match(r"\d+[gs] ", line):
            games[-1]["turns"].append(line)
    return games


def faults_in_record(game, side):
    """What is wrong with the turns of `side` (0 gold, 1 silver), by pyrimaa's rules and the stricter official ones."""
    position = pyb.Position(pyb.Color.GOLD, 4, pyb.BLANK_BOARD)
    seen = collections.Counter()
    for number, line in enumerate(game["turns"]):
        text = line.split(" ", 1)[1]
        mine = position.color == side
        try:
            following = position.do_move_str(text, strict_checks=True)
        except (pyb.IllegalMove, ValueError) as error:
            return f"'{line}' is illegal: {error}" if mine else ""
        if mine and number > 1:
            if ends_inside_push(position, text):
                return f"'{line}' ends inside a push"
            if following.bitBoards == position.bitBoards:
                return f"'{line}' leaves the board unchanged"
        if number > 0:
            state = (following.color, following.bitBoards)
            seen[state] += 1
            if mine and seen[state] > 2:
                return f"'{line}' makes a third repetition"
        position = following
    return ""


def ends_inside_push(position, text):
    for step in pyb.parse_move(text):
        position = position.do_step(step)
    return position.inpush


def judge(game):
    """Why the game does not count as a clean win; empty if it does. The second value names an oddity to report."""
    side = 0 if game["White"] == "engine" else 1
    won = game["Result"] == ("1-0", "0-1")[side]
    label = f"as {('gold', 'silver')[side]}, {len(game['turns'])} plies, code {game['ResultCode']}"
    if fault := faults_in_record(game, side):
        return f"{label}: {fault}", ""
    if not won:
        return f"{label}: lost; last turns {game['turns'][-2:]}", ""
    return "", "" if game["ResultCode"] in ON_THE_BOARD else f"{label}: the opponent failed off the board"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True, help="command line of the engine under test")
    parser.add_argument("--opponent", required=True, help="command line of its opponent")
    parser.add_argument("--roundrobin", required=True, help="path of pyrimaa's roundrobin")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--time-control", default="1s/20s/100/20s/10m")
    parser.add_argument("--transport", choices=["stdio", "socket"], default="stdio")
    parser.add_argument("--option", type=lambda text: text.split("=", 1), action="append", default=[],
                        metavar="NAME=VALUE", help="AEI option of the engine")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--any-result", action="store_true", help="do not ask for wins, only for legal games")
    arguments = parser.parse_args()

    jobs = max(1, min(arguments.jobs, arguments.games))
    shares = [len(range(job, arguments.games, jobs)) for job in range(jobs)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = list(pool.map(lambda rounds: run_roundrobin(arguments, rounds), shares))

    games = [game for records, _, _ in runs for game in records]
    problems = [failure for _, _, failure in runs if failure]
    for game in games:
        fault, oddity = judge(game)
        if fault and not (arguments.any_result and ": lost" in fault and game["ResultCode"] in ON_THE_BOARD):
            problems.append(fault)
        if oddity:
            print(oddity)
    # What the engine says in a game that goes well: nothing of the kind.
    complaints = [line for _, log, _ in runs for line in log.splitlines() if re.search(r"log: (Error|Warning)", line)]
    problems += [f"the log says: {line}" for line in complaints[:10]]
    if len(games) != arguments.games:
        problems.append(f"{len(games)} games were recorded, {arguments.games} asked for")

    codes = collections.Counter(game["ResultCode"] for game in games)
    print(f"games: {len(games)} over {arguments.transport} at {arguments.time_control} against "
          f"{pathlib.Path(arguments.opponent.split()[0]).name}, results {dict(codes)}, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
