/**
 * Use cases on usage: admitting and counting requests, the months of a company, and the limits that an
 * operator sets in place of a plan's cap. Invariant: of the requests that pass all other checks, exactly as
 * many are counted and admitted as the monthly limit allows, over any number of processes. No other request
 * is counted.
 */
import { timingSafeEqual } from "node:crypto";
import {
  type CivilDate,
  type CivilMonth,
  monthOf,
  type UnixSeconds,
  unixSeconds,
} from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Counters } from "../../../../platform/counters/index.ts";
import { batched, type Batching, type Db, isDistributed } from "../../../../platform/db/index.ts";
import { accessStore, hashOf, type Identity, type IdentityRow } from "../../access/index.ts";
import { type CompanyRow, lockCompany, readCompany, refuseMissingCompany } from "../../company/index.ts";
import { KeyDirectory, REMEMBERED_KEYS } from "./directory.ts";
import { type Allowance, allowanceAfter, countedAddress, PLAN_CAPS, windowOf } from "../rules.ts";
import {
  type AdmissionRow,
  type Admit,
  type CountedKey,
  type MonthListing,
  type MonthRow,
  type MonthUsageRow,
  usageStore,
} from "../store.ts";

type Company = PublicId<"company">;

/** A request that asks for admission. */
export interface Caller {
  readonly key: string;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  readonly stagingDomain: string | null;
  /** False if the request is not counted in the month; by default true. */
  readonly isMetered?: boolean;
}

/** The result of looking up and counting a caller. */
export interface Admission<Who extends Identity = Identity> {
  readonly identity: Who;
  /** What remains of the burst limit of the key or the session's user. */
  readonly burst: Allowance;
  /** True if the burst limit was not exceeded and every condition except the monthly limit is met. */
  readonly admitted: boolean;
  /** True if the request was counted, and so admitted. */
  readonly counted: boolean;
  readonly cap: number | null;
  /** The position of the database, at which a replica may answer (`readAt`); null without replicas. */
  readonly position: string | null;
}

/** A company's plan, its requests in the present month, and all its months. */
export interface Usage {
  readonly company: Pick<CompanyRow, "plan" | "subscription_status" | "trial_ends_at">;
  readonly month: MonthUsageRow;
  readonly months: readonly MonthListing[];
}

export interface UsageService {
  /**
   * Counts a request in its key's burst window, looks up the key's identity, and counts the request in the
   * month. Returns null for a key that was never issued.
   */
  admit(caller: Caller): Promise<Admission<IdentityRow> | null>;
  /**
   * Looks up a member who is signed in to the web console, whose requests the month does not count. Returns
   * null for a user who never was a member of the company.
   */
  admitMember(companyId: string, userId: PublicId<"user">, burst: Allowance): Promise<Admission | null>;
  /** Counts a request of the web console for the user whose session it carries. */
  countUser(userId: PublicId<"user">, now: UnixSeconds): Promise<Allowance>;
  /** Counts a request without a valid key for the network address that sent it. */
  countAddress(address: string, now: UnixSeconds): Promise<Allowance>;
  /** Returns a company's usage and limit in the month of `today`. Throws the refusal `resource_missing`. */
  readMonth(companyId: Company, today: CivilDate): Promise<MonthUsageRow>;
  /** Returns what the console shows of a company's plan. Throws the refusal `resource_missing`. */
  readUsage(companyId: Company, today: CivilDate): Promise<Usage>;
  /** The months that have requests or an override. */
  listMonths(companyId: Company): Promise<MonthListing[]>;
  listOverrides(companyId: Company): Promise<MonthRow[]>;
  /**
   * Sets a company's limit for one month in place of the plan's cap; null restores the plan's cap. Returns
   * all overrides of the company. Throws the refusal `resource_missing`.
   */
  override(companyId: Company, month: CivilMonth, requests: number | null): Promise<MonthRow[]>;
}

const MOST_REQUESTS_PER_STATEMENT = 500;

/**
 * Batches requests of all companies. The requests of one statement share its `now`, because the end of a
 * trial or of a month might otherwise fall between them. Only one statement runs at a time, because a second
 * one would find the months locked that the first is counting in.
 */
const ACROSS_COMPANIES: Batching<PendingRequest> = {
  canShareBatch: (a, b) => a.now === b.now && a.stagingDomain === b.stagingDomain,
  maxItems: MOST_REQUESTS_PER_STATEMENT,
  maxRunning: 1,
};

/**
 * Batches requests of one company whose month is locked. Each such company keeps at most one statement
 * waiting, and at most four statements wait in all, so that connections are left for everyone else.
 */
const BY_COMPANY: Batching<PlacedRequest> = {
  canShareBatch: (a, b) => a.companyId === b.companyId && ACROSS_COMPANIES.canShareBatch(a, b),
  maxItems: MOST_REQUESTS_PER_STATEMENT,
  maxRunning: 4,
  queueOf: ({ companyId }) => companyId,
};

/** What a statement says of a request. */
type Outcome =
  | { readonly row: AdmissionRow; readonly counted: boolean }
  /** It must wait, because the statement skipped its company. */
  | { readonly blockedBy: Company }
  /** The statement did not find its key; null if it looked for the key in every company. */
  | null;

interface PendingRequest {
  /** The hash as text, under which it is found again. */
  readonly name: string;
  readonly hash: Buffer;
  /** True if the request must be counted in the month if admitted. */
  readonly counts: boolean;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  readonly stagingDomain: string | null;
}

/** A request of a key whose company is known. */
interface PlacedRequest extends PendingRequest {
  readonly companyId: Company;
}

/** Admits simultaneous requests with one statement. Returns the outcome of each. */
async function admitBatch(
  admit: Admit,
  batch: readonly PendingRequest[],
  directory: KeyDirectory,
): Promise<Outcome[]> {
  const [first] = batch;
  if (!first) return [];
  const { now, today, stagingDomain } = first;
  const wanted = new Map<string, CountedKey>();
  for (const { name, hash, counts } of batch)
    wanted.set(name, { hash, requests: (wanted.get(name)?.requests ?? 0) + (counts ? 1 : 0) });
  const circumstances = { now, month: monthOf(today), stagingDomain, caps: PLAN_CAPS };
  const rows = new Map(
    (await admit([...wanted.values()], circumstances)).map((row) => [row.hash.toString("latin1"), row]),
  );
  for (const [name, row] of rows)
    if (row.admitted) directory.remember(name, row.company_id);
    else directory.forget(name);
  // A company's requests are admitted in the order of arrival, whichever key they use.
  const left = new Map([...rows.values()].map((row) => [row.company_id, row.granted]));
  return batch.map(({ name, hash, counts }) => {
    const row = rows.get(name);
    if (!row || !timingSafeEqual(row.hash, hash)) return null;
    if (counts && row.admitted && row.skipped) return { blockedBy: row.company_id };
    const room = left.get(row.company_id) ?? 0;
    const counted = counts && row.admitted && room > 0;
    if (counted) left.set(row.company_id, room - 1);
    return { row, counted };
  });
}

/** The dependencies of the service. */
interface UsageNeeds {
  readonly db: Db;
  readonly counters: Counters;
  /** The number of keys whose company is remembered. Default: `REMEMBERED_KEYS`. */
  readonly rememberedKeys?: number;
  /** True if each statement must name one company. Default: true if the database is distributed. */
  readonly oneCompanyEach?: boolean;
}

const KEY_USE_S = LIMITS.key_use_minutes.value * 60;

/**
 * Returns a function that writes down when a key was used, in the background and at most once an hour, so
 * that no request waits for it. A failure is passed over: the next request tries again.
 */
function keyUses(db: Db): (row: AdmissionRow, now: UnixSeconds) => void {
  const running = new Set<string>();
  return ({ company_id, key_id, last_used }, now) => {
    const before = unixSeconds(Math.max(0, now - KEY_USE_S));
    if ((last_used !== null && last_used > before) || running.has(key_id)) return;
    running.add(key_id);
    void accessStore
      .noteKeyUse(db, company_id, key_id, now, before)
      .catch(() => null)
      .finally(() => running.delete(key_id));
  };
}

async function readMonth(db: Db, companyId: Company, today: CivilDate): Promise<MonthUsageRow> {
  const row = await usageStore.findMonthUsage(db, companyId, monthOf(today), PLAN_CAPS);
  return row ?? refuseMissingCompany(companyId);
}

async function readUsage(db: Db, companyId: Company, today: CivilDate): Promise<Usage> {
  const [company, month, months] = await Promise.all([
    readCompany(db, companyId),
    readMonth(db, companyId, today),
    usageStore.listMonthsWithOverrides(db, companyId),
  ]);
  return { company, month, months };
}

/**
 * The company of a key that is in no directory. The same statement looks for the key there, so that such a
 * key costs what a known one costs.
 */
const NO_COMPANY = "comp_" as Company;

type CountedRow = Extract<Outcome, { readonly counted: boolean }>;
/** Returns null for a key that was never issued. */
type Place = (request: PendingRequest) => Promise<CountedRow | null>;

/**
 * Returns a function that admits requests on one server. One statement serves requests of several companies,
 * which costs less than one for each company.
 */
function admitTogether(db: Db, directory: KeyDirectory): Place {
  const inTurn = admitInTurn(db, directory);
  const count = batched<PendingRequest, { readonly outcome: Outcome; readonly of: Company | null }>(
    async (batch) => {
      const of = directory.companyOf(batch.map(({ name }) => name));
      const admit = of === null ? usageStore.admitWithoutWaiting(db) : usageStore.admitOfCompany(db, of);
      return (await admitBatch(admit, batch, directory)).map((outcome) => ({ outcome, of }));
    },
    ACROSS_COMPANIES,
  );
  return async function place(request): Promise<CountedRow | null> {
    const { outcome, of } = await count(request);
    if (outcome !== null)
      return "row" in outcome ? outcome : inTurn({ ...request, companyId: outcome.blockedBy });
    directory.forget(request.name);
    // The company no longer has the key; another one may have it.
    return of === null ? null : place(request);
  };
}

/** Returns a function that admits requests in a distributed database, where a statement serves one company. */
function admitByCompany(db: Db, directory: KeyDirectory): Place {
  const inTurn = admitInTurn(db, directory);
  const count = batched<PlacedRequest, Outcome>(
    (batch) => admitBatch(usageStore.admitOfCompany(db, batch[0]?.companyId ?? NO_COMPANY), batch, directory),
    BY_COMPANY,
  );
  const lookUp = batched<PendingRequest, Company>(async (batch) => {
    const rows = await accessStore.findCompanies(
      db,
      batch.map(({ hash }) => hash),
    );
    const companies = new Map(rows.map(({ hash, company }) => [hash.toString("latin1"), company]));
    return batch.map(({ name }) => companies.get(name) ?? NO_COMPANY);
  }, ACROSS_COMPANIES);
  return async function place(request): Promise<CountedRow | null> {
    const companyId = directory.find(request.name) ?? (await lookUp(request));
    const outcome = await count({ ...request, companyId });
    if (outcome !== null)
      return "row" in outcome ? outcome : inTurn({ ...request, companyId: outcome.blockedBy });
    const wasRemembered = directory.find(request.name) !== null;
    directory.forget(request.name);
    return wasRemembered ? place(request) : null;
  };
}

/** Returns a function that admits requests whose company's month is locked or has no row. */
function admitInTurn(
  db: Db,
  directory: KeyDirectory,
): (request: PlacedRequest) => Promise<CountedRow | null> {
  const count = batched<PlacedRequest, Outcome>(
    (batch) => admitBatch(usageStore.admitWaiting(db, batch[0]?.companyId ?? NO_COMPANY), batch, directory),
    BY_COMPANY,
  );
  return async (request) => {
    const outcome = await count(request);
    return outcome !== null && "row" in outcome ? outcome : null;
  };
}

export function usageService({
  db,
  counters,
  rememberedKeys = REMEMBERED_KEYS,
  oneCompanyEach,
}: UsageNeeds): UsageService {
  const directory = new KeyDirectory(rememberedKeys);
  const together = admitTogether(db, directory);
  const byCompany = admitByCompany(db, directory);
  const noteUse = keyUses(db);
  return {
    async admit({ key, now, today, stagingDomain, isMetered = true }) {
      const hash = hashOf(key);
      const name = `key:${hash.toString("base64url")}`;
      const window = windowOf(now);
      const taken = counters.count(name, window);
      const burst = allowanceAfter(
        typeof taken === "number" ? taken : await taken,
        LIMITS.burst_requests.value,
        now,
      );
      const distributed = oneCompanyEach ?? isDistributed(db);
      const isByCompany = typeof distributed === "boolean" ? distributed : await distributed;
      const found = await (isByCompany ? byCompany : together)({
        name: hash.toString("latin1"),
        hash,
        counts: isMetered && !burst.exceeded,
        now,
        today,
        stagingDomain,
      });
      if (found === null) {
        counters.forget(name, window);
        return null;
      }
      const { row, counted } = found;
      if (row.admitted && !burst.exceeded) noteUse(row, now);
      const { cap, position } = row;
      return { identity: row, burst, admitted: row.admitted && !burst.exceeded, counted, cap, position };
    },
    async admitMember(companyId, userId, burst) {
      const row = await accessStore.findMemberIdentity(db, companyId, userId, db.replicas !== null);
      if (row === null) return null;
      const { position, ...member } = row;
      return {
        identity: { ...member, key_id: null },
        burst,
        admitted: true,
        counted: false,
        cap: null,
        position,
      };
    },
    async countUser(userId, now) {
      const count = await counters.count(`user:${userId}`, windowOf(now));
      return allowanceAfter(count, LIMITS.session_burst_requests.value, now);
    },
    async countAddress(address, now) {
      const count = await counters.count(`address:${countedAddress(address)}`, windowOf(now));
      return allowanceAfter(count, LIMITS.unauthenticated_burst_requests.value, now);
    },
    readMonth: (companyId, today) => readMonth(db, companyId, today),
    readUsage: (companyId, today) => readUsage(db, companyId, today),
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
