/**
 * The exit codes of the command line. The help prints this table. Scripts rely on exit codes, so a code never
 * changes its meaning.
 */

export const EXIT = {
  ok: { code: 0, meaning: "Done." },
  failure: { code: 1, meaning: "A failure that no other code covers." },
  usage: {
    code: 2,
    meaning:
      "Refused: an unknown command or option, an invalid value, a file with a problem, or a state that forbids the command.",
  },
  locked: { code: 3, meaning: "Another process holds the data folder and does not answer." },
  missing: { code: 4, meaning: "There is no such company, member, user, key or file." },
  difference: {
    code: 5,
    meaning: "A check found a difference or a problem: verify, doctor, emit --check, account reconcile.",
  },
  database: { code: 6, meaning: "The database can't be reached, or belongs to another version." },
  address: { code: 7, meaning: "The address can't be listened on; the port is in use." },
  interrupted: {
    code: 130,
    meaning: "Interrupted; nothing was changed. Lines that `feed` had done stay.",
  },
} as const satisfies Record<string, { code: number; meaning: string }>;

export type Exit = keyof typeof EXIT;

/** Returns the table as text, with a line for each code. */
export function exitCodeLines(): string {
  return Object.values(EXIT)
    .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
    .join("\n");
}
