/**
 * Checks parsed arguments against the fields of a command, before the command runs here or in another
 * process.
 */
import { type Field, type Fields, isOf, shownName, UsageProblem } from "./fields.ts";

/** The longest list of values of one field. Every command needs fewer. */
const MOST_VALUES = 1_000;

/**
 * Returns the arguments if they fit the fields. Otherwise throws `UsageProblem`, which names the first
 * invalid one.
 */
export function checkArgs(fields: Fields, args: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(args) || Object.keys(args).some((name) => !Object.hasOwn(fields, name)))
    throw new UsageProblem("The arguments do not fit this command.");
  for (const [name, field] of Object.entries(fields)) {
    if (!fits(field, args[name]))
      throw new UsageProblem(`${shownName(name, field)} must be ${field.kind.accepts}.`);
  }
  return args;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if a value is valid for the field. The value of an absent field is null, false or an empty list. */
function fits({ kind, many, required, place }: Field<unknown>, value: unknown): boolean {
  if (place === "switch") return typeof value === "boolean";
  if (many)
    return (
      Array.isArray(value) &&
      value.length >= (required ? 1 : 0) &&
      value.length <= MOST_VALUES &&
      value.every((each) => isOf(kind, each))
    );
  return isOf(kind, value) || (value === null && !required);
}
