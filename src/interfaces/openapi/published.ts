/**
 * The smaller published files: tables of the code as data, for people and programs that do not read
 * the code. Each is sorted by name, so that a change of the code is a small change of the file.
 */
import { API_ROOT, type Bound, CONSOLE_API_ROOT, type Operation } from "../../contract/operation.ts";
import { fileVariable, SETTINGS } from "../../config/config.ts";
import { AREAS, levelsOf, PRESETS } from "@daybook/words/areas";
import { ERRORS } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { type Answers, requirementsOf } from "./document.ts";

/** The text of a JSON file. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function sortedByName<T>(entries: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Every error code with what it means. */
export function errorsTable(): object {
  return Object.fromEntries(
    sortedByName(ERRORS).map(([code, { status, type, message, advice }]) => [
      code,
      { status, type, message, advice },
    ]),
  );
}

/** The examples of each operation as they were sent, and the responses to them. */
export function examplesTable(answers: Answers): object {
  return Object.fromEntries(
    sortedByName(Object.fromEntries(answers)).map(([id, { examples }]) => [id, examples]),
  );
}

/** Every bound, with its unit. */
export function limitsTable(): object {
  return Object.fromEntries(
    sortedByName(LIMITS).map(([name, { value, unit, meaning }]) => [name, { value, unit, meaning }]),
  );
}

/** The areas with their levels, the presets, and what each operation asks for. */
export function permissionsTable(operations: readonly Operation[]): object {
  return {
    areas: Object.fromEntries(AREAS.map((area) => [area, levelsOf(area)])),
    presets: { admin: PRESETS.admin, read_only: PRESETS.read_only },
    operations: Object.fromEntries(
      sortedByName(Object.fromEntries(operations.map((operation) => [operation.id, operation]))).map(
        ([id, operation]) => [
          id,
          {
            method: operation.method,
            path: operation.path,
            requires: requirementsOf(operation),
            guards: operation.guards ?? [],
          },
        ],
      ),
    ),
  };
}

/**
 * Every operation of every door with what it asks of its caller, as tab-separated lines: a permission that is
 * weakened shows as a changed line in a review.
 */
export function doorsTable(api: readonly Bound[], console: readonly Bound[]): string {
  const line = (door: string, root: string, { id, method, path, requires, guards = [] }: Operation) => {
    const permissions = requires.map(({ area, level }) => `${area}: ${level}`);
    return [id, method, `${root}${path}`, door, permissions.join(", "), guards.join(", ")].join("\t");
  };
  const lines = [
    ...api.map(({ operation }) => line("key or session", API_ROOT, operation)),
    ...console.map(({ operation, scope }) =>
      line(scope === "user" ? "session without a company" : "session", CONSOLE_API_ROOT, operation),
    ),
  ];
  return `${["operation\tmethod\tpath\tdoor\tpermissions\tgates", ...lines.toSorted()].join("\n")}\n`;
}

/** The page of settings, in Markdown. */
export function configPage(): string {
  const rows = Object.values(SETTINGS).map(
    ({ variable, fallback, meaning }) =>
      `| \`${variable}\` | ${fallback === "" ? "unset" : `\`${fallback}\``} | ${meaning.replaceAll("|", "\\|")} |`,
  );
  const files = Object.values(SETTINGS).flatMap((entry) => fileVariable(entry) ?? []);
  return `# Configuration

Settings are environment variables, read once when a process starts. An invalid value stops the process with a message that names the variable.

A secret may stand in a file instead, whose one line is the value. Name the file in the variable with \`_FILE\` at its end: ${files
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(", ")}.

| variable | default | meaning |
| --- | --- | --- |
${rows.toSorted().join("\n")}
`;
}
