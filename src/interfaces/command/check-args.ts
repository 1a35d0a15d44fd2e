/** Arguments as they travel, checked by the schema that a command's fields make, before anything is touched. */
import { Compile } from "typebox/compile";
import { type Fields, flagOf, schemaOf, UsageProblem } from "./fields.ts";

/** Gives arguments that have the shape of the fields, or throws `UsageProblem` naming the first that has not. */
export function checkArgs(fields: Fields, args: unknown): Readonly<Record<string, unknown>> {
  const validator = Compile(schemaOf(fields));
  if (validator.Check(args)) return args;
  const [first] = validator.Errors(args);
  const name = first?.instancePath.split("/")[1] ?? "";
  const field = fields[name];
  if (!field) throw new UsageProblem("The arguments are not those of this command.");
  throw new UsageProblem(`${field.place === "argument" ? `<${name}>` : flagOf(name)} must be ${field.kind.accepts}.`);
}
