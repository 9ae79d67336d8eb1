"""The long proofs: what must hold, tried for longer than a test run may take.

Each module here is one proof, found by its file name. `script/prove` runs them and keeps the
reports under docs/proofs/.

* The first line of the docstring is the claim, as a sentence; it becomes the report's heading.
* `main(argv: list[str]) -> int` prints the report as plain text, flushing as it goes, and returns
  0 if the claim held and 1 if not. Size and seed are options whose defaults are the full proof;
  the seed is printed, so that a failure can be had again.
* `if __name__ == "__main__": sys.exit(main(sys.argv[1:]))` closes the module.
* The tests run a small sample of each through the same `main`, such as `main(["--cuts", "10"])`.
"""
