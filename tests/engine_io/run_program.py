#!/usr/bin/env python3
"""Runs cardroom-engine as drivers and shells do: streams of bytes, ends of input, options, exit statuses.

Usage: run_program.py ENGINE [--sanitized]     exit status 0 when everything holds
"""
import json, os, random, subprocess, sys, tempfile

ENGINE = sys.argv[1]
SANITIZED = sys.argv[2:] == ["--sanitized"]
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [2, 1]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 2c7d', 'p2 f']
"""


def run(*arguments, given=b""):
    done = subprocess.run([ENGINE, *arguments], input=given, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def answers(given):
    status, out, _ = run(given=given)
    assert status == 0, status
    replies = [json.loads(line) for line in out.split(b"\n")[:-1]]
    assert all(isinstance(r, dict) and isinstance(r["ok"], bool) for r in replies)
    return replies


def code(reply):
    return reply["error"]["code"]


def test_one_answer_a_line_whatever_the_bytes():
    draw = random.Random(7)
    lines = [bytes(draw.choice(b'{}[]",:0123456789opstate\\u\xff\x00\x80 ') for _ in range(draw.randrange(60))) for _ in range(3000)]
    assert len(answers(b"\n".join(lines) + b"\n")) == len(lines)


def test_the_last_line_needs_no_end():
    assert [code(r) for r in answers(b'{"op":"state"}\n{"op":"state"}')] == ["NO_TABLE", "NO_TABLE"]
    assert answers(b"") == []
    assert len(answers(b"\n\n")) == 2


def test_long_lines_are_refused_and_skipped():
    limit = 1 << 20
    for length in (limit - 2, limit - 1, limit, 5 * limit):
        replies = answers(b"x" * length + b'\n{"op":"state"}\n')
        assert [code(r) for r in replies] == ["BAD_JSON", "NO_TABLE"], length
    assert [code(r) for r in answers(b"[" * (3 * limit))] == ["BAD_JSON"]


def test_memory_stays_bounded():
    if SANITIZED:  # their shadow memory is terabytes
        return
    limited = f"ulimit -v 400000; head -c 2000000000 /dev/zero | '{ENGINE}' | wc -l"
    assert subprocess.run(["bash", "-c", limited], capture_output=True, timeout=120).stdout.strip() == b"1"


def test_answers_come_at_once():
    engine = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(3):
        engine.stdin.write(b'{"op":"state"}\r\n')
        engine.stdin.flush()
        assert code(json.loads(engine.stdout.readline())) == "NO_TABLE"
    engine.stdin.close()
    assert engine.wait(10) == 0


def test_options():
    for flag in ("--help", "--version"):
        status, out, _ = run(flag)
        assert status == 0 and out, flag
    for wrong in (["--nonsense"], ["deal"], ["replay"]):
        status, _, err = run(*wrong)
        assert status == 2 and err, wrong


def test_replay():
    with tempfile.TemporaryDirectory() as folder:
        def file(name, text):
            path = os.path.join(folder, name)
            with open(path, "w") as f:
                f.write(text)
            return path

        good = file("good.phh", HAND + "finishing_stacks = [101, 99]\n")
        open_end = file("open.phh", HAND)
        wrong = file("wrong.phh", HAND + "finishing_stacks = [100, 100]\n")
        broken = file("broken.phh", "variant = 'NT\n")
        status, out, _ = run("replay", good, open_end)
        lines = [json.loads(line) for line in out.splitlines()]
        assert status == 0
        assert lines[0] == {"file": good, "hand": 1, "ok": True, "finishingStacks": [101, 99], "expected": [101, 99], "matches": True, "error": None}
        assert lines[1]["expected"] is None and lines[1]["matches"] is None and lines[1]["ok"]
        status, out, _ = run("replay", wrong)
        assert status == 1 and json.loads(out)["matches"] is False and json.loads(out)["ok"] is True
        for bad in (broken, os.path.join(folder, "missing.phh"), folder):
            status, out, _ = run("replay", bad)
            line = json.loads(out)
            assert status == 1 and line["ok"] is False and line["error"] and line["matches"] is None, line
        assert run("replay", good, broken)[0] == 1


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(f"{name} holds")
