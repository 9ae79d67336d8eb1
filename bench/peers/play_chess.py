"""python-chess as a peer: whole games at random, chosen once."""

import tracemalloc

import chess
from answering import answer, rate
from stacks7 import Numbers


def chosen(seed, plies=200):
    """The moves of a game at random."""
    board, numbers, moves = chess.Board(), Numbers(seed), []
    while len(moves) < plies and not board.is_game_over():
        ways = list(board.legal_moves)
        moves.append(ways[numbers.below(len(ways))])
        board.push(moves[-1])
    return moves


GAMES = [chosen(seed) for seed in range(1, 5)]


def _moves():
    for moves in GAMES:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)
    return sum(map(len, GAMES))


def _lists():
    for moves in GAMES:
        board = chess.Board()
        for move in moves:
            list(board.legal_moves)
            board.push(move)
    return sum(map(len, GAMES))


def _refused():
    board, wrong = chess.Board(), chess.Move.from_uci("e2e5")
    for _ in range(200):
        assert not board.is_legal(wrong)
    return 200


def memory():
    """KiB of 1,000 moves of history."""
    moves = chosen(3, 200)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    boards = []
    for _ in range(5):
        boards.append(chess.Board())
        for move in moves:
            boards[-1].push(move)
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return kept / 1024 / (5 * len(moves)) * 1000


answer(
    {
        "moves": lambda seconds: rate(_moves, seconds),
        "lists": lambda seconds: rate(_lists, seconds),
        "refused": lambda seconds: rate(_refused, seconds),
        "memory": memory,
    }
)
