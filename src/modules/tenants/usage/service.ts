/**
 * Use cases on usage: letting requests in, the months of a company, the overrides of an operator. Invariant:
 * of the requests that nothing but the month stands against, exactly as many are counted and let in as the
 * month allows, over any number of processes; no other request is counted.
 */
import { timingSafeEqual } from "node:crypto";
import { type CivilDate, type CivilMonth, monthOf, type UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Counters } from "../../../platform/counters/index.ts";
import { batched, type Batching, type Db } from "../../../platform/db/index.ts";
import { hashOf, type IdentityRow } from "../access/index.ts";
import { lockCompany, readCompany } from "../company/index.ts";
import { type Allowance, allowanceAfter, countedAddress, PLAN_CAPS, windowOf } from "./rules.ts";
import {
  type AdmissionRow,
  type Admit,
  type MonthListing,
  type MonthRow,
  type StandingRow,
  usageStore,
  type CountedKey,
} from "./store.ts";

type Company = PublicId<"company">;

/** A request at the door. */
export interface Caller {
  readonly key: string;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  readonly stagingDomain: string | null;
}

/** The result of looking up and counting a caller. */
export interface Admission {
  readonly identity: IdentityRow;
  /** The rest of the key's burst. */
  readonly burst: Allowance;
  /** True if only the month can refuse the request, and the burst was not exceeded. */
  readonly admitted: boolean;
  /** True if the request was counted, and so admitted. */
  readonly counted: boolean;
  readonly cap: number | null;
}

export interface UsageService {
  /**
   * Counts a request in its key's burst, finds out who the key belongs to, and counts the request in the
   * month; null for a key that was never issued.
   */
  admit(caller: Caller): Promise<Admission | null>;
  /** Counts a request without a good key for the address that it came from. */
  countAddress(address: string, now: UnixSeconds): Promise<Allowance>;
  /** The usage and the limit of a company in the month of a day. Refuses `resource_missing`. */
  readMonth(companyId: Company, today: CivilDate): Promise<StandingRow>;
  /** The months that have requests or an override. */
  listMonths(companyId: Company): Promise<MonthListing[]>;
  listOverrides(companyId: Company): Promise<MonthRow[]>;
  /**
   * Sets what a company may do in a month, in place of its plan's cap; null takes that back. Refuses
   * `resource_missing`.
   */
  override(companyId: Company, month: CivilMonth, requests: number | null): Promise<MonthRow[]>;
}

const MOST_TOGETHER = 500;

/**
 * All of a statement share its time, or a trial's end and a month's would fall between them. One is under way
 * at once, since a second would find locked what the first counts in.
 */
const AT_ONCE: Batching<Waiting> = {
  fit: (a, b) => a.now === b.now && a.stagingDomain === b.stagingDomain,
  most: MOST_TOGETHER,
  underWay: 1,
};

/**
 * A company whose month is locked keeps one statement waiting, and a few such companies leave connections for
 * all others.
 */
const IN_TURN: Batching<Held> = {
  fit: (a, b) => a.companyId === b.companyId && AT_ONCE.fit(a, b),
  most: MOST_TOGETHER,
  underWay: 4,
  queueOf: ({ companyId }) => companyId,
};

interface CountedRow {
  readonly row: AdmissionRow;
  readonly counted: boolean;
}

interface Waiting {
  readonly hash: Buffer;
  /** True if the request is to be counted. */
  readonly counts: boolean;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  readonly stagingDomain: string | null;
  readonly found: (found: CountedRow | null) => void;
  readonly failed: (error: unknown) => void;
}

/** A request that could not be counted together with those of other companies. */
interface Held extends Waiting {
  readonly companyId: Company;
}

/**
 * Looks up simultaneous callers in one statement and resolves each with its result; returns those that have
 * to wait for their company.
 */
async function ask(admit: Admit, together: readonly Waiting[]): Promise<Held[]> {
  const held: Held[] = [];
  const [first] = together;
  if (!first) return held;
  const { now, today, stagingDomain } = first;
  try {
    const wanted = new Map<string, CountedKey>();
    for (const { hash, counts } of together) {
      const name = hash.toString("latin1");
      wanted.set(name, { hash, requests: (wanted.get(name)?.requests ?? 0) + (counts ? 1 : 0) });
    }
    const circumstances = { now, month: monthOf(today), stagingDomain, caps: PLAN_CAPS };
    const rows = new Map(
      (await admit([...wanted.values()], circumstances)).map((row) => [row.hash.toString("latin1"), row]),
    );
    // Requests are admitted in the order of arrival, over all of the company's keys.
    const left = new Map([...rows.values()].map((row) => [row.company_id, row.granted]));
    for (const waiting of together) {
      const { hash, counts, found } = waiting;
      const row = rows.get(hash.toString("latin1"));
      if (!row || !timingSafeEqual(row.hash, hash)) {
        found(null);
        continue;
      }
      if (counts && row.admitted && row.held) {
        held.push({ ...waiting, companyId: row.company_id });
        continue;
      }
      const room = left.get(row.company_id) ?? 0;
      const counted = counts && row.admitted && room > 0;
      if (counted) left.set(row.company_id, room - 1);
      found({ row, counted });
    }
  } catch (error) {
    for (const { failed } of together) failed(error);
  }
  return held;
}

/** The dependencies of the service. */
interface UsageNeeds {
  readonly db: Db;
  readonly counters: Counters;
}

export function usageService({ db, counters }: UsageNeeds): UsageService {
  const enterInTurn = batched<Held>(async (held) => {
    await ask(usageStore.admitInTurn(db), held);
  }, IN_TURN);
  const enter = batched<Waiting>(async (arrived) => {
    for (const held of await ask(usageStore.admitAtOnce(db), arrived)) enterInTurn(held);
  }, AT_ONCE);
  return {
    async admit({ key, now, today, stagingDomain }) {
      const hash = hashOf(key);
      const name = `key:${hash.toString("base64url")}`;
      const window = windowOf(now);
      const taken = counters.take(name, window);
      const burst = allowanceAfter(
        typeof taken === "number" ? taken : await taken,
        LIMITS.burst_requests.value,
        now,
      );
      const found = await new Promise<CountedRow | null>((resolve, failed) =>
        enter({ hash, counts: !burst.exceeded, now, today, stagingDomain, found: resolve, failed }),
      );
      if (found === null) {
        counters.forget(name, window);
        return null;
      }
      const { row, counted } = found;
      return { identity: row, burst, admitted: row.admitted && !burst.exceeded, counted, cap: row.cap };
    },
    async countAddress(address, now) {
      const count = await counters.take(`address:${countedAddress(address)}`, windowOf(now));
      return allowanceAfter(count, LIMITS.unauthenticated_burst_requests.value, now);
    },
    async readMonth(companyId, today) {
      await readCompany(db, companyId);
      return usageStore.getStanding(db, companyId, monthOf(today), PLAN_CAPS);
    },
    listMonths: (companyId) => usageStore.listMonthsWithOverrides(db, companyId),
    listOverrides: (companyId) => usageStore.listOverrides(db, companyId),
    override: (companyId, month, requests) =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        await (requests === null
          ? usageStore.deleteOverride(tx, companyId, month)
          : usageStore.putOverrides(tx, companyId, [{ month, requests }]));
        return usageStore.listOverrides(tx, companyId);
      }),
  };
}
