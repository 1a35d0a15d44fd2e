/**
 * The turns that a company's writers take: a transaction has a turn until its end, and no other one takes it
 * meanwhile. Invariant: a transaction takes several in the order of the list, so no two transactions can wait
 * for each other here.
 */
import { assert } from "../../core/assert.ts";
import type { Tx } from "./db.ts";
import { statement } from "./statement.ts";

/** What each turn is for, in the order in which a transaction takes several. */
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
const last = new WeakMap<Tx, number>();

const lock = statement<never>(
  "db.takeTurn",
  "select pg_advisory_xact_lock(hashtextextended('daybook.' || $2 || ' ' || $1, 0))",
);

/** Fails when a transaction takes a turn that comes before one it has: two such could wait for each other. */
export function noteTurn(tx: Tx, turn: Turn): void {
  const place = ORDER.indexOf(turn);
  const former = last.get(tx) ?? 0;
  assert(place >= former, `the turn ${turn} of a company was taken after ${ORDER[former] ?? ""}`);
  last.set(tx, place);
}

/** Waits for a turn of a company and has it until the transaction ends. */
export async function takeTurn(tx: Tx, companyId: string, turn: Exclude<Turn, "company">): Promise<void> {
  noteTurn(tx, turn);
  await tx.run(lock, [companyId, turn]);
}
