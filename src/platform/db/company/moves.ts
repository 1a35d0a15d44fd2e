/**
 * The move of a company to another installation, in steps that can each be done again: it is sealed here
 * (`leave`), arrives there, is marked as moved here, which tells the code that opens it there. Invariants: a
 * company accepts changes in at most one installation, if its archive is received in one; until it is marked
 * as moved, it can stay.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { ReportProgress } from "../../../core/progress.ts";
import { currentActor, runAs } from "../../log/actor.ts";
import { describeChange } from "../audit-trail.ts";
import type { Queryable, Tx } from "../db.ts";
import { statement } from "../statement.ts";
import { MoveProblem } from "./problem.ts";
import { parkedJobs } from "./tables.ts";
import { type ArchiveNeeds, writeArchive, type WrittenArchive } from "./write.ts";

export type MoveState = "leaving" | "moved" | "arriving";

export interface Move {
  readonly state: MoveState;
  readonly lifecycle: string;
  readonly code: string | null;
  readonly code_hash: string | null;
  readonly digest: string | null;
  readonly place: string | null;
}

const findMove = statement<Move>(
  "moves.find",
  "select state, lifecycle, code, code_hash, digest, place from company_moves where company_id = $1",
);
/** Waits for all transactions that are about to commit a change of the company. */
const lock = statement<{ name: string; lifecycle: string }>(
  "moves.lock",
  "select name, lifecycle from companies where id = $1 for update",
);
const insertLeaving = statement<never>(
  "moves.insertLeaving",
  "insert into company_moves (company_id, state, lifecycle, code, code_hash) values ($1, 'leaving', $2, $3, $4)",
);
const insertArriving = statement<never>(
  "moves.insertArriving",
  `insert into company_moves (company_id, state, lifecycle, code_hash, digest)
   values ($1, 'arriving', $2, $3, $4)`,
);
const setDigest = statement<never>(
  "moves.setDigest",
  "update company_moves set digest = $2 where company_id = $1 and state = 'leaving'",
);
const setMoved = statement<never>(
  "moves.setMoved",
  "update company_moves set state = 'moved', place = coalesce($2, place) where company_id = $1",
);
const deleteMove = statement<never>("moves.delete", "delete from company_moves where company_id = $1");
const setCompany = statement<never>(
  "moves.setCompany",
  "update companies set sealed = $2, lifecycle = $3 where id = $1",
);
/** A running job is among them: its worker notices that its lease is gone. */
const takeJobs = statement<{ job: string }>(
  "moves.takeJobs",
  `delete from background_jobs j where turn_of = $1 or payload->>'company_id' = $1
   returning (to_jsonb(j) || jsonb_build_object('lease', null, 'leased_until', null,
     'state', case state when 'running' then 'waiting' else state end))::text as job`,
);
const parkJobs = statement<never>(
  "moves.parkJobs",
  "update company_moves set jobs = $2::jsonb where company_id = $1",
);
const wakeJobs = statement<never>(
  "moves.wakeJobs",
  "insert into background_jobs select j.* from jsonb_populate_recordset(null::background_jobs, $1::jsonb) j",
);

export const movesStore = {
  find: (db: Queryable, companyId: string) => db.find(findMove, [companyId]),
  insertArriving: (tx: Tx, companyId: string, move: Pick<Move, "lifecycle" | "code_hash" | "digest">) =>
    tx.run(insertArriving, [companyId, move.lifecycle, move.code_hash, move.digest]),
  seal: (tx: Tx, companyId: string) => tx.run(setCompany, [companyId, true, "closing"]),
  /** Keeps background jobs, as JSON, until the company is opened. */
  parkJobs: (tx: Tx, companyId: string, jobs: string) => tx.run(parkJobs, [companyId, jobs]),
};

const hashOfCode = (code: string): string => createHash("sha256").update(code).digest("hex");

/** Where a company's storage says that the company leaves from there. */
export const markOf = (codeHash: string): string => `moves/${codeHash}`;
const MARK_MS = 60_000;

interface MoveNeeds extends ArchiveNeeds {
  readonly randomText: (length: number) => string;
}

/** A company that is sealed or opened. */
export interface MovedCompany {
  readonly company_id: string;
  readonly name: string;
}

export interface CompanyMoves {
  /** Returns the state of a company's move; null if it is not sealed. */
  find(companyId: string): Promise<Move | null>;
  /** Seals a company and writes its archive. */
  leave(companyId: string, path: string, report: ReportProgress): Promise<WrittenArchive>;
  /** Opens a company that left and did not arrive. */
  stay(companyId: string): Promise<MovedCompany>;
  /** Marks a company as moved, if `digest` proves that it arrived. Returns the code that opens it there. */
  markMoved(
    companyId: string,
    digest: string,
    place: string | null,
  ): Promise<MovedCompany & { readonly code: string }>;
  /** Opens a company that arrived. */
  open(companyId: string, code: string | null): Promise<MovedCompany & { readonly lifecycle: string }>;
}

const CODE_LENGTH = 32;

export function companyMoves(needs: MoveNeeds): CompanyMoves {
  const { db, now, randomText, storage } = needs;
  /** Runs a step. The step itself describes what it changes, and is not refused because of the seal. */
  const step = <T>(companyId: string, work: (tx: Tx, company: Locked) => Promise<T>): Promise<T> => {
    const actor = currentActor();
    const run = () =>
      db.transaction(async (tx) => work(tx, await lockedCompany(tx, companyId)), { long: true });
    return actor === null ? run() : runAs({ ...actor, company_id: null }, run);
  };
  const unseal = async (tx: Tx, companyId: string, move: Move, action: string): Promise<void> => {
    await tx.run(setCompany, [companyId, false, move.lifecycle]);
    await tx.run(wakeJobs, [await parkedJobs(tx, companyId)]);
    await tx.run(deleteMove, [companyId]);
    await describe(tx, companyId, now(), action, "sealed", null);
  };
  return {
    find: (companyId) => movesStore.find(db, companyId),
    async leave(companyId, path, report) {
      const codeHash = await step(companyId, async (tx, { move, lifecycle, name }) => {
        if (move?.state === "leaving") return move.code_hash ?? "";
        if (move !== null) throw new MoveProblem(sentenceOf(name, companyId, move));
        const code = randomText(CODE_LENGTH);
        await tx.run(insertLeaving, [companyId, lifecycle, code, hashOfCode(code)]);
        const jobs = await tx.list(takeJobs, [companyId]);
        await movesStore.parkJobs(tx, companyId, `[${jobs.map(({ job }) => job).join()}]`);
        await movesStore.seal(tx, companyId);
        await describe(tx, companyId, now(), "company leave", lifecycle, "sealed");
        return hashOfCode(code);
      });
      await storage.put(markOf(codeHash), Buffer.from(companyId), "text/plain", AbortSignal.timeout(MARK_MS));
      const written = await writeArchive(needs, companyId, path, report);
      if ((await step(companyId, (tx) => tx.run(setDigest, [companyId, written.digest]))) !== 1)
        throw new MoveProblem(
          `The company ${companyId} was taken back meanwhile: ${written.file} can't bring it anywhere.`,
        );
      return written;
    },
    async stay(companyId) {
      const { name, move } = await step(companyId, async (tx, company) => {
        const { move: found } = company;
        if (found?.state !== "leaving")
          throw new MoveProblem(
            found === null
              ? `The company ${companyId} does not leave.`
              : `${sentenceOf(company.name, companyId, found)} It can't stay.`,
          );
        await unseal(tx, companyId, found, "company stay");
        return { name: company.name, move: found };
      });
      await storage.delete(markOf(move.code_hash ?? ""));
      return { company_id: companyId, name };
    },
    async markMoved(companyId, digest, place) {
      const { name, move } = await step(companyId, async (tx, company) => {
        const { move: found } = company;
        if (found === null || found.state === "arriving")
          throw new MoveProblem(
            `The company ${companyId} does not leave. \`daybook company leave\` comes first.`,
          );
        if (found.digest !== digest)
          throw new MoveProblem(
            `This is not the digest of the last archive of ${companyId}, so it does not prove that the company arrived. Receive the last archive, or write it again with \`daybook company leave\`.`,
          );
        if (found.state === "leaving") {
          await tx.run(setMoved, [companyId, place]);
          await tx.run(setCompany, [companyId, true, "closed"]);
          await describe(tx, companyId, now(), "company moved", "sealed", "moved");
        }
        return { name: company.name, move: found };
      });
      await storage.delete(markOf(move.code_hash ?? ""));
      return { company_id: companyId, name, code: move.code ?? "" };
    },
    open: (companyId, code) =>
      step(companyId, async (tx, { name, lifecycle, move }) => {
        if (move === null && code !== null) return { company_id: companyId, name, lifecycle };
        if (move?.state !== "arriving")
          throw new MoveProblem(
            move === null
              ? `The company ${companyId} did not arrive from elsewhere.`
              : sentenceOf(name, companyId, move),
          );
        if (move.code_hash !== null && (code === null || !isSame(hashOfCode(code), move.code_hash)))
          throw new MoveProblem(
            `The company ${companyId} is opened with the code that \`daybook company moved\` printed where it left.`,
          );
        await unseal(tx, companyId, move, "company arrived");
        return { company_id: companyId, name, lifecycle: move.lifecycle };
      }),
  };
}

type Locked = { readonly name: string; readonly lifecycle: string; readonly move: Move | null };

async function lockedCompany(tx: Tx, companyId: string): Promise<Locked> {
  const company = await tx.find(lock, [companyId]);
  if (company === null) throw new MoveProblem(`There is no company ${companyId}.`, true);
  return { ...company, move: await movesStore.find(tx, companyId) };
}

/** Says where a sealed company is. */
export function sentenceOf(name: string, companyId: string, { state, place }: Move): string {
  const company = `The company ${companyId} (${name})`;
  switch (state) {
    case "leaving":
      return `${company} is about to move to another installation.`;
    case "moved":
      return `${company} has moved to ${place ?? "another installation"}.`;
    case "arriving":
      return `${company} has arrived here and is not opened yet.`;
  }
}

async function describe(
  tx: Tx,
  companyId: string,
  at: UnixSeconds,
  action: string,
  from_state: string | null,
  to_state: string | null,
): Promise<void> {
  const by = currentActor()?.by ?? "daybook";
  await describeChange(tx, companyId, {
    at,
    by,
    action,
    topic: "company",
    subject: companyId,
    from_state,
    to_state,
  });
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
