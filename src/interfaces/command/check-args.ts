/** Arguments as they travel, checked against the fields of a command before anything is touched. */
import { type Field, type Fields, isOf, shownName, UsageProblem } from "./fields.ts";

/** More values than any command needs of one field. */
const VALUES_MOST = 1_000;

/** Gives arguments that are those of the fields, or throws `UsageProblem` naming the first that is not. */
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

/** True if a value is valid for the field; an omitted one is null, or an empty list. */
function fits({ kind, many, required, place }: Field<unknown>, value: unknown): boolean {
  if (place === "switch") return typeof value === "boolean";
  if (many)
    return (
      Array.isArray(value) &&
      value.length >= (required ? 1 : 0) &&
      value.length <= VALUES_MOST &&
      value.every((each) => isOf(kind, each))
    );
  return isOf(kind, value) || (value === null && !required);
}
