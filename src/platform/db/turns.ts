/**
 * Turns: locks on the parts of a company, such as its chart. A transaction that takes a turn has it until its
 * end; other transactions that take the same turn of the company wait. Invariant: a transaction takes several
 * turns only in the order of `TURNS`, so turns can't lead to a deadlock.
 */
import { assert } from "@daybook/words/assert";
import type { Tx } from "./db.ts";
import { statement } from "./statement.ts";

/** The turns with what they protect, in the order in which a transaction takes several. */
const TURNS = {
  company: "the company's own row; taken by locking that row",
  team: "invitations and members",
  exports: "accepting exports, which are counted by company",
  chart: "categories, departments and their roles",
  rules: "rules and their positions",
  "ledger.upkeep": "rebuilding rollups",
} as const;
export type Turn = keyof typeof TURNS;

const ORDER = Object.keys(TURNS);
/** The position in `ORDER` of the last turn that each transaction took. */
const lastTurns = new WeakMap<Tx, number>();

// In a distributed database an advisory lock holds on one server. The row of the company makes it the server
// that has the company.
const lock = statement<never>(
  "db.takeTurn",
  `select pg_advisory_xact_lock(hashtextextended('daybook.' || $2 || ' ' || $1, 0)) from companies
   where id = $1`,
);

/**
 * Notes that a transaction takes a turn. Fails an assertion if the transaction has a later turn already,
 * because two transactions that take turns in different orders could wait for each other for ever.
 */
export function noteTurn(tx: Tx, turn: Turn): void {
  const position = ORDER.indexOf(turn);
  const last = lastTurns.get(tx) ?? 0;
  assert(position >= last, `the turn ${turn} of a company was taken after ${ORDER[last] ?? ""}`);
  lastTurns.set(tx, position);
}

/** Waits for a turn of a company. The transaction has the turn until it ends. */
export async function takeTurn(tx: Tx, companyId: string, turn: Exclude<Turn, "company">): Promise<void> {
  noteTurn(tx, turn);
  await tx.run(lock, [companyId, turn]);
}
