"""Compares the rules core with pyrimaa: legal first steps and distinct turns on random positions.

The positions come from pyrimaa's own random play and from random armies, half of each. Boards with an unsupported
piece on a trap are left out: pyrimaa keeps such a piece until somebody steps next to it, the rules do not.
"""

import argparse
import multiprocessing
import random
import subprocess
import sys

from pyrimaa import board as pyb

ARMY = {"R": 8, "C": 2, "D": 2, "H": 2, "M": 1, "E": 1}
DIRECTIONS = {8: "n", -8: "s", 1: "e", -1: "w"}
SHOWN = 5


def unsupported_on_trap(position):
    return any(side & pyb.TRAPS & ~pyb.neighbors_of(side) for side in position.placement)


def random_play(rng):
    """A position after 1 to 80 turns of random steps from random setups."""
    back = list("RRRRRRRRCCDDHHME")
    gold, silver = rng.sample(back, 16), [letter.lower() for letter in rng.sample(back, 16)]
    position = pyb.parse_short_pos(pyb.Color.GOLD, 4, f"[{''.join(silver)}{' ' * 32}{''.join(gold)}]")
    for _ in range(rng.randint(0, 80)):
        steps, following = position.get_rnd_step_move()
        if steps is None or following.is_goal() or following.is_rabbit_loss():
            break
        position = pyb.Position(following.color, 4, following.bitBoards)
    return position


def random_army(rng):
    """Any subset of two armies on any squares; frozen crowds, blocked rabbits and goals included."""
    pieces = [piece for letter, count in ARMY.items() for piece in [letter] * count]
    pieces += [letter.lower() for letter in pieces]
    chosen = rng.sample(pieces, rng.randint(2, len(pieces)))
    # Half of the boards are squeezed into a few ranks, so that pieces meet.
    ranks = rng.randint(3, 8) if rng.random() < 0.5 else 8
    first = 8 * rng.randint(0, 8 - ranks)
    chosen = chosen[: 8 * ranks]
    squares = rng.sample(range(first, first + 8 * ranks), len(chosen))
    cells = [" "] * 64
    for square, piece in zip(squares, chosen):
        cells[square] = piece
    return pyb.parse_short_pos(rng.choice([pyb.Color.GOLD, pyb.Color.SILVER]), 4, f"[{''.join(cells)}]")


def random_position(seed, index):
    rng = random.Random(f"{seed} {index}")
    # pyrimaa draws from the module's own generator.
    random.seed(rng.random())
    make = random_play if index % 2 == 0 else random_army
    while True:
        position = make(rng)
        if not unsupported_on_trap(position):
            return position


def theirs(position):
    steps = {
        pyb.index_to_alg(start) + DIRECTIONS[end - start] for (start, end), _ in position.get_steps()
    }
    ends = {key(end.bitBoards) for end in position.get_moves()}
    return steps, ends


def key(boards):
    return " ".join(f"{bits:x}" for bits in boards[1:7] + boards[9:15])


class Tusker:
    """The example `distinct` of tusker-core, asked one board at a time."""

    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, position):
        side, text = "gs"[position.color], position.board_to_str("short")[1:-1]
        self.process.stdin.write(f"{side}\t{text}\n")
        self.process.stdin.flush()
        steps = self.line().split()[1:]
        count = int(self.line().split()[1])
        return set(steps), [self.line() for _ in range(count)]

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the example stopped, exit code {self.process.wait()}")
        return line.rstrip("\n")


def check(command, seed, indices, results):
    """Sends (index, position, number of turns, differences) for every index."""
    try:
        tusker = Tusker(command)
        for index in indices:
            position = random_position(seed, index)
            steps, ends = tusker.ask(position)
            their_steps, their_ends = theirs(position)
            differences = []
            if steps != their_steps:
                differences.append(f"first steps only here {sorted(steps - their_steps)}, only in pyrimaa "
                                   f"{sorted(their_steps - steps)}")
            if len(ends) != len(set(ends)):
                differences.append(f"{len(ends) - len(set(ends))} end boards listed twice")
            if set(ends) != their_ends:
                differences.append(f"end boards only here {sorted(set(ends) - their_ends)[:SHOWN]}, only in pyrimaa "
                                   f"{sorted(their_ends - set(ends))[:SHOWN]}")
            text = "gs"[position.color] + " " + position.board_to_str("short")
            results.put((index, text, len(their_ends), differences))
    except Exception as error:  # the parent waits for every index
        results.put((None, "", 0, [f"worker failed: {error!r}"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--distinct", required=True, help="path of the built example `distinct`")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    arguments = parser.parse_args()

    results = multiprocessing.Queue()
    jobs = max(1, min(arguments.jobs, arguments.positions))
    workers = [
        multiprocessing.Process(
            target=check,
            args=(arguments.distinct, arguments.seed, range(job, arguments.positions, jobs), results),
            daemon=True,
        )
        for job in range(jobs)
    ]
    for worker in workers:
        worker.start()
    turns = wrong = 0
    for done in range(arguments.positions):
        if done and done % 500 == 0:
            print(f"differential: {done} positions so far, {wrong} differ", flush=True)
        index, text, count, differences = results.get()
        turns += count
        for difference in differences:
            print(f"position {index} {text}: {difference}")
        wrong += bool(differences)
        if index is None:
            break
    print(f"differential: {arguments.positions} positions (seed {arguments.seed}), {turns} distinct turns, "
          f"{wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
