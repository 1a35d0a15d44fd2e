/**
 * The smaller published files: tables of the code as data, for people and programs that do not read
 * the code. Each is sorted by name, so that a change of the code is a small change of the file.
 */
import type { Operation } from "../../contract/operation.ts";
import { SETTINGS } from "../../config/config.ts";
import { AREAS, levelsOf, PRESETS } from "../../core/areas.ts";
import { ERRORS } from "../../core/errors.ts";
import { LIMITS } from "../../core/limits.ts";
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

/** The page of settings, in Markdown. */
export function configPage(): string {
  const rows = Object.values(SETTINGS).map(
    ({ variable, fallback, meaning }) =>
      `| \`${variable}\` | ${fallback === "" ? "unset" : `\`${fallback}\``} | ${meaning.replaceAll("|", "\\|")} |`,
  );
  return `# Configuration

Settings are environment variables, read once when a process starts. An invalid value stops the process with a message that names the variable.

| variable | default | meaning |
| --- | --- | --- |
${rows.toSorted().join("\n")}
`;
}
