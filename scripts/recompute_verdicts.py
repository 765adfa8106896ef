#!/usr/bin/env python3
"""Recomputes every number and every verdict in docs/papers/data from the raw counts that stand there.

    scripts/recompute_verdicts.py [FOLDER]

It needs Python 3.9 and nothing else, and shares no code with mctslab; docs/papers.md describes the
arithmetic. Whatever differs is printed, and the exit code is then 1.
"""

import json
import sys
from math import atanh, ceil, exp, inf, isnan, lgamma, log, log2, nan, sqrt, tanh
from pathlib import Path
from statistics import NormalDist


def normal(confidence):
    return NormalDist().inv_cdf((1 + confidence) / 2)


def student(v, confidence):
    """The point that Student's distribution exceeds to both sides: an expansion, then Newton's steps."""
    v, z = min(max(v, 1.0), 1e9), normal(confidence)
    y = z * z
    terms = [z * (y + 1) / 4, z * ((5 * y + 16) * y + 3) / 96, z * (((3 * y + 19) * y + 17) * y - 15) / 384,
             z * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / 92160]
    t = z + sum(term / v ** (k + 1) for k, term in enumerate(terms))
    log_beta = lgamma(v / 2) + lgamma(0.5) - lgamma((v + 1) / 2)
    for _ in range(60 if v < 400 else 0):
        x, term, total, n = v / (v + t * t), 1.0, 0.0, 0
        while term > 1e-16 * total:
            total, term, n = total + term, term * x * (v / 2 + 0.5 + n) / (v / 2 + 1 + n), n + 1
        scale = exp(v / 2 * log(x) - log_beta) * sqrt(1 - x)
        step = max((scale / (v / 2) * total - (1 - confidence)) / (2 * scale / t), -t / 2)
        t += step
        if abs(step) < 1e-12 * t:
            break
    return t


def binomial_upper(hits, games, tail):
    """The upper end of Clopper and Pearson."""
    def below(p):
        return sum(exp(lgamma(games + 1) - lgamma(k + 1) - lgamma(games - k + 1) + k * log(p) + (games - k) * log(1 - p))
                   for k in range(int(hits) + 1))
    low, high = 0.0, 1.0
    for _ in range(60 if hits < games else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) > tail else (low, middle)
    return high


def rare(games, total, confidence, ends):
    """Widens an interval where hits or misses are rare."""
    low, high = ends
    tail = (1 - confidence) / 2
    if confidence > 0.95 and 0 < games and total < 10:
        high = max(high, binomial_upper(ceil(total), games, tail))
    if confidence > 0.95 and 0 < games and games - total < 10:
        low = min(low, 1 - binomial_upper(ceil(games - total), games, tail))
    return low, high


def with_two_more(games, total, squares, distance2, confidence):
    """A mean payoff with two results added, 1/2 more and less by the root of distance2."""
    n = games + 2
    mean = (total + 1) / n
    half = student(n - 1, confidence) * sqrt(max((squares + 0.5 + 2 * distance2) / n - mean * mean, 0.0) / n)
    return max(mean - half, 0.0), min(mean + half, 1.0)


def pair_ends(pairs, weight, confidence):
    sums = [weight * sum(count * (k / 4) ** power for k, count in enumerate(pairs)) for power in (0, 1, 2)]
    mean = (sums[1] + 1) / (sums[0] + 2)
    second = 0.5 + sum(weight * count * (k / 4 - mean) ** 2 for k, count in enumerate(pairs))
    fourth = 0.125 + sum(weight * count * (k / 4 - mean) ** 4 for k, count in enumerate(pairs))
    ends = with_two_more(*sums, min(fourth / second, 0.25), confidence)
    return rare(2 * sums[0], 2 * sums[1], confidence, ends)


def value(number):
    kind, rest = number[0], number[1:]
    if kind == "games":
        return rest[1] / rest[0]
    if kind == "pairs":
        return sum(count * k / 4 for k, count in enumerate(rest[0])) / sum(rest[0])
    if kind == "sum":
        return rest[0] + sum(times * value(part) for times, part in rest[1])
    if kind == "ratio":
        above, below = value(rest[0]), value(rest[1])
        return above / below if below else inf if above > 0 else nan
    if kind == "log2":
        return log2(value(rest[0])) if value(rest[0]) > 0 else -inf
    return rest[0]


def interval(number, confidence):
    """The ends of a number's interval."""
    kind, rest = number[0], number[1:]
    middle = value(number)
    if kind == "games":
        return rare(rest[0], rest[1], confidence, with_two_more(*rest, 0.25, confidence))
    if kind == "pairs":
        return pair_ends(*rest, confidence)
    if kind == "mean":
        half = student(rest[2], confidence) * rest[1]
        return middle - half, middle + half
    if kind == "ends":
        factor = normal(confidence) / normal(0.95)
        return tuple(open_end if end is None else middle + factor * (end - middle)
                     for end, open_end in ((rest[1], -inf), (rest[2], inf)))
    if kind == "correlation":
        if rest[1] <= 3:
            return -1.0, 1.0
        half, at = normal(confidence) * sqrt(1.06 / (rest[1] - 3)), atanh(min(max(middle, -1 + 1e-12), 1 - 1e-12))
        return tanh(at - half), tanh(at + half)
    if kind == "sum":
        down = up = 0.0
        for times, part in rest[1]:
            low, high = interval(part, confidence)
            below, above = abs(times) * (value(part) - low), abs(times) * (high - value(part))
            below, above = (above, below) if times < 0 else (below, above)
            down, up = down + max(below, 0.0) ** 2, up + max(above, 0.0) ** 2
        return middle - sqrt(down), middle + sqrt(up)
    if kind == "ratio":
        (a, b), (c, d) = (distances(part, confidence) for part in rest)
        down, up = sqrt(a * a + d * d), sqrt(b * b + c * c)
        return (-inf if isnan(down) else middle * exp(-down)), (inf if isnan(up) or up > 700 else middle * exp(up))
    if kind == "log2":
        low, high = interval(rest[0], confidence)
        return (log2(low) if low > 0 else -inf), log2(high)
    return middle, middle


def ln(number):
    return log(number) if number > 0 else -inf if number == 0 else nan


def distances(part, confidence):
    """How far the logarithms of a positive number's ends are away."""
    (low, high), middle = interval(part, confidence), ln(value(part))
    return middle - ln(max(low, 0.0)), ln(high) - middle


def mean_of_values(values, step, width):
    n, mean = len(values), sum(values) / len(values)
    equal = all(one == values[0] for one in values)
    unseen = [(step or 0.0) ** 2 / 12, width * width / 4 / (n + 1) if equal and width is not None else 0.0]
    if n == 1 or (equal and step is None and width is None):
        return "ends", mean, None, None
    seen = sum((one - mean) ** 2 for one in values) / (n - 1)
    return "mean", mean, sqrt(max(seen, *unseen) / n), n - 1


def number_of(reading, raw):
    kind = raw["kind"]
    if kind == "pairs":
        return "pairs", raw["pairs"], raw["effective_games"] / (2 * sum(raw["pairs"]))
    if kind == "games":
        wins, draws, losses = raw["wins"], raw["draws"], raw["losses"]
        if reading in ("wins", "draws", "losses"):
            return "games", wins + draws + losses, raw[reading], raw[reading]
        return "games", wins + draws + losses, wins + draws / 2, wins + draws / 4
    if kind == "first":
        share = 1 / raw["agents"]
        return "games", raw["games"], raw["first"] + raw["nobody"] * share, raw["first"] + raw["nobody"] * share ** 2
    if kind == "share":
        return "games", raw["cases"], raw["hits"], raw["hits"]
    if kind == "mean":
        known = raw["error"] is not None and raw["n"] > 1
        return ("mean", raw["mean"], raw["error"], raw["n"] - 1) if known else ("ends", raw["mean"], None, None)
    if kind == "values":
        return mean_of_values(raw["values"], raw["step"], raw["width"])
    if kind == "correlation":
        return "correlation", raw["value"], raw["cases"]
    if kind == "number":
        return "exact", raw["value"]
    middle = {"payoffs": "score", "median": "median", "interval": "estimate"}[kind]
    return "ends", inf if raw[middle] is None else raw[middle], raw["low"], raw["high"]


def merged(one, other):
    """Two samples as one; the later one where they cannot be merged."""
    kind = one["kind"]
    if kind != other["kind"] or kind in ("median", "interval", "correlation", "number"):
        return other
    both = {key: one[key] + other[key] for key in one if isinstance(one[key], (int, float)) and key != "agents"}
    if kind == "pairs":
        both["pairs"] = [a + b for a, b in zip(one["pairs"], other["pairs"])]
    if kind == "mean":
        n, k, all_n = one["n"], other["n"], one["n"] + other["n"]
        both["mean"], both["error"] = (one["mean"] * n + other["mean"] * k) / all_n, None
        if one["error"] is not None and other["error"] is not None:
            squares = sum((count - 1) * count * error ** 2 for error, count in ((one["error"], n), (other["error"], k)))
            both["error"] = sqrt((squares + n * k / all_n * (one["mean"] - other["mean"]) ** 2) / (all_n - 1) / all_n)
    if kind == "values":
        n, k = len(one["values"]), len(other["values"])
        known = lambda key: one[key] is not None and other[key] is not None
        both["values"] = one["values"] + other["values"]
        both["step"] = max(one["step"], other["step"]) if known("step") else None
        both["width"] = (one["width"] * n + other["width"] * k) / (n + k) if known("width") else None
    if kind == "payoffs":
        a, b = one["games"] / both["games"], other["games"] / both["games"]
        both["score"] = a * one["score"] + b * other["score"]
        for end, sign in (("low", -1), ("high", 1)):
            both[end] = both["score"] + sign * sqrt((a * (one[end] - one["score"])) ** 2 + (b * (other[end] - other["score"])) ** 2)
    return {**one, **both}


def counted(samples):
    counts = None
    for sample in samples:
        if counts is None or len(counts) != len(sample["counts"]) or any(merged(*two) is two[1] for two in zip(counts, sample["counts"])):
            counts = sample["counts"]
        else:
            counts = [merged(*two) for two in zip(counts, sample["counts"])]
    return counts


def measured(row, turn):
    counts = counted([sample for sample in row.get("raw", []) if sample["turn"] <= turn])
    if not counts:
        return None
    reading = row["reading"]
    numbers = [number_of(reading["as"], raw) for raw in counts]
    number = numbers[0] if len(numbers) == 1 else ("sum", 0.0, [(1 / len(numbers), one) for one in numbers])
    if reading["as"] in ("values", "number"):
        return number
    if reading["times"] != 1 or reading["plus"] != 0:
        number = ("sum", reading["plus"], [(reading["times"], number)])
    return ("log2", number) if reading["log2"] else number


def pooled(parts):
    kind = parts[0][0]
    if any(part[0] != kind for part in parts):
        return None
    if kind == "pairs":
        pairs = [sum(counts) for counts in zip(*(part[1] for part in parts))]
        return "pairs", pairs, sum(part[2] * sum(part[1]) for part in parts) / max(sum(pairs), 1)
    if kind == "games":
        return ("games", *(sum(part[k] for part in parts) for k in (1, 2, 3)))
    if kind == "sum" and all(len(part[2]) == 1 and part[1] == parts[0][1] and part[2][0][0] == parts[0][2][0][0] for part in parts):
        inner = pooled([part[2][0][1] for part in parts])
        return inner and ("sum", parts[0][1], [(parts[0][2][0][0], inner)])
    return None


def derived(kind, x, parts):
    if kind == "difference":
        return "sum", 0.0, [(1.0, parts[0]), (-1.0, parts[1])]
    if kind == "ratio":
        return "ratio", parts[0], parts[1]
    if kind in ("mean", "pooled"):
        return (kind == "pooled" and pooled(parts)) or ("sum", 0.0, [(1 / len(parts), part) for part in parts])
    y = [value(part) for part in parts]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, y))
    return "exact", sxy ** 2 / sum((a - mx) ** 2 for a in x) / sum((b - my) ** 2 for b in y)


def key_of(one):
    return f'{one["label"]} @{one["profile"]}' if one.get("profile") else one["label"]


def numbers_of(rows, turn):
    numbers = {key_of(row): measured(row, turn) for row in rows}
    numbers = {key: number for key, number in numbers.items() if number is not None and not isnan(value(number))}
    for _ in range(4):
        for row in rows:
            follows = row.get("follows")
            if not follows:
                continue
            parts = [numbers[key] for key in follows["of"] if key in numbers]
            if parts and (len(parts) == len(follows["of"]) or follows.get("partial")):
                number = derived(follows["kind"], follows.get("x"), parts)
                if number is not None:
                    numbers[key_of(row)] = number
    return numbers


def inside(row, confidence):
    number, low, high, around = row
    ends = interval(number, confidence)
    wider = normal(confidence) * around[1] if around else 0.0
    return (low is None or ends[0] >= low - wider) and (high is None or ends[1] <= high + wider)


def outside(row, confidence):
    number, low, high, around = row
    plus = 0.0
    if around:
        plus, number = around[0], ("sum", 0.0, [(1.0, number), (-1.0, ("mean", around[0], around[1], inf))])
    ends = interval(number, confidence)
    return (low is not None and ends[1] < low - plus) or (high is not None and ends[0] > high - plus)


def all_of(rows, confidence):
    if any(outside(row, 1 - (1 - confidence) / max(len(rows), 1)) for row in rows):
        return "not-reproduced"
    return "reproduced" if rows and all(inside(row, confidence) for row in rows) else "open"


def judge(claim, rows, numbers):
    confidence, criterion = claim["confidence"], claim["criterion"]
    low, high, within, least = (criterion.get(key) for key in ("low", "high", "within", "least"))
    seen = [(numbers.get(key), rows[key].get("published"), rows[key].get("published_error", 0.0), rows[key].get("tolerance", 0.0))
            for key in claim["of"]]
    than = [(numbers.get(key), rows[key].get("published"), rows[key].get("published_error", 0.0)) for key in claim.get("than", [])]
    there = [one[0] for one in seen if one[0] is not None]
    if claim["kind"] == "exact":
        held = sum(one[0] is not None and abs(value(one[0]) - one[1]) <= one[3] + 1e-9 for one in seen)
        least = least or len(seen)
        verdict = "reproduced" if held >= least else "not-reproduced" if held + len(seen) - len(there) < least else "open"
        return verdict if there else "not-run"
    if claim["kind"] == "trend":
        last, centre = len(there) - 1, (len(there) - 1) / 2
        squares = sum((k - centre) ** 2 for k in range(len(there)))
        line = ("sum", 0.0, [((k - centre) * last / squares if squares else 0.0, one) for k, one in enumerate(there)])
        return "not-run" if not there else all_of([(line, low, high, None)], confidence) if len(there) > 2 else "open"
    if claim["kind"] == "order":
        gaps = [("sum", 0.0, [(1.0, after), (-1.0, before)]) for before, after in zip(there, there[1:])]
        return all_of([(gap, 0.0, None, None) for gap in gaps], confidence) if there else "not-run"
    if than:
        pairs = zip(seen, than)
        seen = [(a[0] and b[0] and ("sum", 0.0, [(1.0, a[0]), (-1.0, b[0])]),
                 None if a[1] is None or b[1] is None else a[1] - b[1], sqrt(a[2] ** 2 + b[2] ** 2), 0.0) for a, b in pairs]
    bounded = []
    for number, published, error, _ in seen:
        if number is not None:
            near = within is not None and published is not None
            bounded.append((number, published - within, published + within, (published, error)) if near else (number, low, high, None))
    if not bounded:
        return "not-run"
    if claim["kind"] != "count" or not least:
        return all_of(bounded, confidence)
    share = lambda among: 1 - (1 - confidence) / max(among, 1)
    strict = criterion.get("none_outside", False)
    sure = sum(inside(row, share(len(seen) + 1 - least)) for row in bounded)
    refuted = sum(outside(row, share(len(seen) if strict else least)) for row in bounded)
    if (strict and refuted) or len(seen) - refuted < least:
        return "not-reproduced"
    return "reproduced" if sure >= least else "open"


def judge_all(claim, rows, numbers):
    """What is claimed of all rows is not reproduced by some of them."""
    verdict = judge(claim, rows, numbers)
    missing = any(key not in numbers for key in claim["of"] + claim.get("than", []))
    return "open" if verdict == "reproduced" and missing and claim["kind"] not in ("count", "exact") else verdict


def near(one, other):
    return one is None or other is None or abs(one - other) <= 2e-4 * max(abs(one), abs(other), 1e-6)


def check(document):
    """What differs in a document, and how many verdicts were recomputed."""
    rows, differ = {key_of(row): row for row in document["rows"]}, []
    shown = numbers_of(document["rows"], document["turn"])
    for key, row in rows.items():
        if key in shown:
            low, high = interval(shown[key], 0.95)
            for name, found in (("measured", value(shown[key])), ("low", low), ("high", high)):
                if abs(found) < inf and not near(found, row[name]):
                    differ.append(f'{document["id"]}, {key}: {name} is {found}, not {row[name]}')
    for claim in document["claims"]:
        found = judge_all(claim, rows, numbers_of(document["rows"], claim["turn"]))
        if found != claim["verdict"]:
            differ.append(f'{document["id"]}, {claim["id"]} {claim.get("profile", "")}: {found}, not {claim["verdict"]}')
    return differ, len(document["claims"])


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs" / "papers" / "data"
    differ, verdicts = [], 0
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        if not any(row.get("raw") for row in document["rows"]):
            print(f"{path.name}: no raw counts, nothing to recompute")
            continue
        found, count = check(document)
        differ, verdicts = differ + found, verdicts + count
    print(*differ, f"{verdicts} verdicts recomputed, {len(differ)} differences", sep="\n")
    sys.exit(1 if differ else 0)


main()
