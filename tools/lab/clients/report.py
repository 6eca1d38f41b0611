"""Prints whether each call of a client works, one line of JSON each."""

import json


def check(name, call):
    try:
        problem = call()
    except Exception as error:  # A client fails in any way it likes.
        problem = f"{type(error).__name__}: {error}"
    result = {"call": name, "works": problem is None or problem is True}
    if not result["works"]:
        result["problem"] = str(problem)[:200]
    print(json.dumps(result), flush=True)
