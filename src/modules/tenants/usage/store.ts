/**
 * All SQL on request counts and limits: the statements that admit and count requests, the months, and the
 * overrides of an operator.
 */
import type { CivilMonth, UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  countingOnly,
  type Db,
  positionOf,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { identitiesOf, type IdentityRow } from "../access/index.ts";

type Company = PublicId<"company">;

/** The columns that decide if a key is admitted, and the result of counting its company's requests. */
export interface AdmissionRow extends IdentityRow {
  /** True if every condition except the monthly limit is met. */
  readonly admitted: boolean;
  /** The company's limit of requests in the month; null for no limit. */
  readonly cap: number | null;
  /** The number of requests that this statement counted, for all keys of the company together. */
  readonly granted: number;
  /**
   * True if nothing was counted for the company, because its month was locked or had no row, or none of its
   * keys had requests to count. If the key is admitted and has some, a second statement has to count them.
   */
  readonly skipped: boolean;
  /** The position of the database, at which a replica may answer (`readAt`); null without replicas. */
  readonly position: string | null;
}

/** A key, and the number of its requests to count. */
export interface CountedKey {
  readonly hash: Buffer;
  readonly requests: number;
}

interface Caps {
  readonly formation: number;
  readonly startup: number;
  readonly growth: number;
}

export interface Circumstances {
  readonly now: UnixSeconds;
  readonly month: CivilMonth;
  readonly stagingDomain: string | null;
  readonly caps: Caps;
}

/** A month of a company with a number of requests: those counted, or those that an override allows. */
export interface MonthRow {
  readonly month: CivilMonth;
  readonly requests: number;
}

/** The requests counted in a company's month, and the limits of that month. */
export interface MonthUsageRow extends MonthRow {
  /**
   * The limit that an operator set for this month in place of the plan's cap. Enterprise has no cap, so it
   * has no override either.
   */
  readonly override: number | null;
  /** The limit that applies: the override or the plan's cap; null for no limit. */
  readonly cap: number | null;
}

/** An SQL expression for the monthly limit of a row with `company_id` and `plan`. */
function capOf(
  row: string,
  company: string,
  month: string,
  [formation, startup, growth]: readonly [string, string, string],
): string {
  return `case when ${row}.plan = 'enterprise' then null else coalesce(
         (select o.requests from company_overrides o where o.company_id = ${company}
           and o.month = ${month}),
         case ${row}.plan when 'formation' then ${formation}::int8 when 'startup' then ${startup}::int8
           else ${growth}::int8 end) end`;
}

/** A month of a company that has requests or an override. */
export interface MonthListing extends MonthRow {
  /** The limit that replaces the plan's cap; null if the plan's cap applies. */
  readonly override: number | null;
}

const WANTED = "unnest($1::bytea[], $2::int4[]) as wanted (hash, requests)";
/** The same, but the planner does not count the keys, and so looks each of them up in an index. */
const WANTED_OF_ANY =
  "(select $1::bytea[] as hashes, $2::int4[] as requests offset 0) asked cross join unnest(asked.hashes, asked.requests) as wanted (hash, requests)";

/**
 * The statement that admits keys and counts their requests. `company` is SQL for the company that all of the
 * keys are of; null if they may be of several companies. `counting` is SQL for common table expressions, the
 * last of which is `counted (company_id, granted)`. `skipped` is an SQL condition on a key `j`,
 * true if its company's month was not taken: it was locked or had no row, or there was nothing to count, as
 * for a refused key.
 *
 * A request that another stage of the pipeline refuses must not be counted. So the statement repeats the
 * conditions of all stages before the monthly limit; a test compares the two.
 */
function admission(name: string, company: string | null, counting: string, skipped: string) {
  const admitted = `k.revoked_because is null and u.active and m.removed_at is null and c.lifecycle = 'open'
         and (c.plan = 'enterprise' or c.subscription_status in ('active', 'past_due')
           or (c.subscription_status = 'trialing' and $4::int8 < c.trial_ends_at))
         and ($5::text is null or right(u.email, length($5) + 1) = '@' || $5)
         and m.permissions ->> 'api_access' = 'manage'`;
  const cap = capOf("c", company ?? "c.id", "$3", ["$6", "$7", "$8"]);
  return countingOnly<AdmissionRow>(
    name,
    `with judged as materialized (
     ${identitiesOf(company === null ? WANTED_OF_ANY : WANTED, company, [`${admitted} as admitted`, `${cap} as cap`])}
   ), ${counting}
   select j.key_id, j.hash, j.revoked_because, j.last_used, j.company_id, j.user_id, j.email, j.active,
     j.removed_at, j.permissions, j.lifecycle, j.plan,
          j.subscription_status, j.trial_ends_at, j.features, j.admitted, j.cap, coalesce(c.granted, 0) as
            granted,
          ${skipped} as skipped,
          ${positionOf("$9")} as position
   from judged j left join counted c on ${company === null ? "c.company_id = j.company_id" : "true"}`,
  );
}

/**
 * SQL that counts in the months of the companies of admitted keys, or of one company. `from` is SQL for what
 * the demand `d` is joined with.
 */
function countingIn(from: string, company: string | null): string {
  const [ofCompany, byCompany] = company === null ? ["company_id,", "group by company_id"] : ["", ""];
  return `counted as (
     update company_usage u set granted = least(d.wanted, d.cap - u.requests), requests = u.requests + least(d.wanted, d.cap - u.requests)
     from (select ${ofCompany} sum(wanted)::int8 as wanted, max(cap) as cap from judged where admitted ${byCompany}) d ${from}
     where u.company_id = ${company ?? "d.company_id"} and u.month = $3 and d.wanted > 0 and u.requests < coalesce(d.cap, 9223372036854775807)
     returning u.company_id, u.granted
   )`;
}

/** SQL that counts in the months that are not locked, of all companies of admitted keys or of one. */
function countingInFree(company: string | null): string {
  const demand = "from judged where admitted and wanted > 0";
  const isOfDemand =
    company === null
      ? `u.company_id in (select company_id ${demand})`
      : `u.company_id = ${company} and exists (select ${demand})`;
  return `free as materialized (
     select u.company_id from company_usage u where u.month = $3 and ${isOfDemand}
       for update skip locked
   ), ${countingIn(company === null ? "join free using (company_id)" : "cross join free", company)}`;
}

// One statement serves many companies, so it must not wait for any of them. It updates only months that are
// not locked. It inserts no month, because an insert would wait for another insert of the same month and for
// a lock on the company's row.
const admitWithoutWaiting = admission(
  "usage.admitWithoutWaiting",
  null,
  countingInFree(null),
  "j.company_id not in (select company_id from free)",
);
// The same for one company. It does not wait either, because requests of other companies come after it.
const admitOfCompany = admission(
  "usage.admitOfCompany",
  "$10",
  countingInFree("$10"),
  "not exists (select from free)",
);
// One statement serves one company, so it may wait for that company's locks. The month has its row by then.
const admitWaiting = admission("usage.admitWaiting", "$10", countingIn("", "$10"), "false");
const insertMonth = countingOnly<never>(
  "usage.insertMonth",
  `insert into company_usage (company_id, month, requests, granted) values ($1, $2, 0, 0)
   on conflict (company_id, month) do nothing`,
);
const findMonthUsage = statement<MonthUsageRow>(
  "usage.findMonthUsage",
  `select $2 as month, coalesce((select u.requests from company_usage u where u.company_id = $1
    and u.month = $2), 0) as requests,
     (select o.requests from company_overrides o where o.company_id = $1
       and o.month = $2) as override,
     ${capOf("c", "$1", "$2", ["$3", "$4", "$5"])} as cap
   from companies c where c.id = $1`,
);

function puttingMonths(table: "company_usage" | "company_overrides"): string {
  return `insert into ${table} (company_id, month, requests) select $1, month, requests
    from unnest($2::text[], $3::int8[]) as stated (month, requests)
          on conflict (company_id, month) do update set requests = excluded.requests`;
}
const listMonths = statement<MonthRow>(
  "usage.listMonths",
  "select month, requests from company_usage where company_id = $1 order by month",
);
const listMonthsWithOverrides = statement<MonthListing>(
  "usage.listMonthsWithOverrides",
  `select month, coalesce(u.requests, 0) as requests, o.requests as override
   from (select month, requests from company_usage where company_id = $1) u full join (select month, requests
     from company_overrides where company_id = $1) o using (month)
   order by month`,
);
const putMonths = statement<never>("usage.putMonths", puttingMonths("company_usage"));
const listOverrides = statement<MonthRow>(
  "usage.listOverrides",
  "select month, requests from company_overrides where company_id = $1 order by month",
);
const putOverrides = statement<never>("usage.putOverrides", puttingMonths("company_overrides"));
const deleteOverride = statement<never>(
  "usage.deleteOverride",
  "delete from company_overrides where company_id = $1 and month = $2",
);

/**
 * Looks up keys, and counts the requests of admitted keys up to the monthly limit. Returns no row for an
 * unknown key.
 */
export type Admit = (wanted: readonly CountedKey[], circumstances: Circumstances) => Promise<AdmissionRow[]>;

function admitWith(db: Db, admitting: typeof admitWithoutWaiting, company: readonly Company[]): Admit {
  return (wanted, { now, month, stagingDomain, caps }) =>
    db.list(admitting, [
      wanted.map(({ hash }) => hash),
      wanted.map(({ requests }) => requests),
      month,
      now,
      stagingDomain,
      caps.formation,
      caps.startup,
      caps.growth,
      db.replicas !== null,
      ...company,
    ]);
}

function columnsOf(rows: readonly MonthRow[]): [string[], number[]] {
  return [rows.map(({ month }) => month), rows.map(({ requests }) => requests)];
}

export const usageStore = {
  /** A company's usage and cap in a month; null for an unknown company. */
  findMonthUsage: (db: Queryable, companyId: Company, month: CivilMonth, caps: Caps) =>
    db.find(findMonthUsage, [companyId, month, caps.formation, caps.startup, caps.growth]),
  /** Admits keys of any companies. Never waits; marks the rows of companies that it skipped. */
  admitWithoutWaiting: (db: Db) => admitWith(db, admitWithoutWaiting, []),
  /** Admits keys of one company, as `admitWithoutWaiting` does. Returns no row for another company's key. */
  admitOfCompany: (db: Db, companyId: Company) => admitWith(db, admitOfCompany, [companyId]),
  /** Admits keys of one company. Waits while another transaction has locked the company's month. */
  admitWaiting:
    (db: Db, companyId: Company): Admit =>
    async (wanted, circumstances) => {
      await db.run(insertMonth, [companyId, circumstances.month]);
      return admitWith(db, admitWaiting, [companyId])(wanted, circumstances);
    },
  listMonths: (db: Queryable, companyId: Company) => db.list(listMonths, [companyId]),
  listMonthsWithOverrides: (db: Queryable, companyId: Company) =>
    db.list(listMonthsWithOverrides, [companyId]),
  putMonths: (tx: Tx, companyId: Company, rows: readonly MonthRow[]) =>
    tx.run(putMonths, [companyId, ...columnsOf(rows)]),
  listOverrides: (db: Queryable, companyId: Company) => db.list(listOverrides, [companyId]),
  putOverrides: (tx: Tx, companyId: Company, rows: readonly MonthRow[]) =>
    tx.run(putOverrides, [companyId, ...columnsOf(rows)]),
  deleteOverride: (db: Queryable, companyId: Company, month: CivilMonth) =>
    db.run(deleteOverride, [companyId, month]),
};
