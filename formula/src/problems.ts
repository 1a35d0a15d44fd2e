/** The problem of a failed cell: a code for programs and a message for users. */

interface CellProblem {
  readonly code: string;
  readonly message: string;
}

const PROBLEMS: ReadonlyMap<string, CellProblem> = new Map<string, CellProblem>([
  [
    "#NULL!",
    { code: "null_intersection", message: "Two ranges that should meet have no cell in common (#NULL!)." },
  ],
  [
    "#DIV/0!",
    { code: "division_by_zero", message: "Something is divided by zero or by a blank cell (#DIV/0!)." },
  ],
  [
    "#VALUE!",
    {
      code: "invalid_value",
      message: "A value is of the wrong kind, as a text where a number is needed (#VALUE!).",
    },
  ],
  [
    "#REF!",
    {
      code: "invalid_reference",
      message: "A reference leads to a cell or a worksheet that does not exist (#REF!).",
    },
  ],
  ["#NAME?", { code: "unknown_name", message: "A function or a name is not known (#NAME?)." }],
  ["#NUM!", { code: "invalid_number", message: "A number is out of range, or no result was found (#NUM!)." }],
  ["#N/A", { code: "not_available", message: "A value was not found (#N/A)." }],
  [
    "#SPILL!",
    {
      code: "spill_blocked",
      message: "An array has no room: the cells that it needs are not blank (#SPILL!).",
    },
  ],
  [
    "#CALC!",
    {
      code: "calculation_failed",
      message:
        "The formula comes to nothing that a cell can show, as an empty array or a lambda that is not called (#CALC!).",
    },
  ],
  ["#CIRC!", { code: "circular_reference", message: "The formula depends on its own result." }],
]);

/** Returns the problem for an error value such as `#N/A`. */
export function problemOf(code: string): CellProblem {
  return PROBLEMS.get(code) ?? { code: "calculation_failed", message: `The formula failed (${code}).` };
}

const ERRORS: ReadonlyMap<string, string> = new Map([...PROBLEMS].map(([error, { code }]) => [code, error]));

/** Returns the error value for a problem's code; `#NAME?` for other codes, such as `syntax_error`. */
export function errorOfProblem(code: string): string {
  return ERRORS.get(code) ?? "#NAME?";
}

const MEANINGS: ReadonlyMap<string, string> = new Map(
  [...PROBLEMS.values()].map(({ code, message }) => [code, message]),
);

/**
 * Returns what a problem's code means, in words of the service alone: the message of a failed cell may quote
 * what an author wrote.
 */
export function meaningOfProblem(code: string): string {
  return MEANINGS.get(code) ?? "The formula can't be calculated.";
}
