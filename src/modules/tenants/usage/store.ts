/**
 * All SQL on what was used and what is allowed: the statement that lets requests in, the months, the
 * overrides.
 */
import type { CivilMonth, UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { identitiesOf, type IdentityRow } from "../access/index.ts";

type Company = PublicId<"company">;

/**
 * What decides about a key, and what of its company's month was given to the requests that were asked for.
 */
export interface AdmissionRow extends IdentityRow {
  /** Whether nothing but the month stands in the way. */
  readonly admitted: boolean;
  /** Requests that the company may make in the month; null for as many as it likes. */
  readonly cap: number | null;
  /** How many of the requests asked for, of all of the company's keys together, were counted. */
  readonly granted: number;
  /** Whether they could not be counted at once, so that they have to be counted in turn. */
  readonly held: boolean;
}

/** A key that is asked about, and how many requests are to be counted for it. */
export interface Wanted {
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

/** A month of a company. */
export interface MonthRow {
  readonly month: CivilMonth;
  readonly requests: number;
}

/** What a company has used of a month, and what it may. */
export interface StandingRow extends MonthRow {
  /**
   * What an operator allows in this month in place of the plan's cap; Enterprise has no cap in whose place it
   * could stand.
   */
  readonly override: number | null;
  /** Requests that it may make in the month; null for as many as it likes. */
  readonly cap: number | null;
}

/**
 * The cap of a row with a `company_id` and a `plan`; the parameters hold the month and the caps of the plans.
 */
function capOf(
  row: string,
  month: string,
  [formation, startup, growth]: readonly [string, string, string],
): string {
  return `case when ${row}.plan = 'enterprise' then null else coalesce(
         (select o.requests from company_overrides o where o.company_id = ${row}.company_id
           and o.month = ${month}),
         case ${row}.plan when 'formation' then ${formation}::int8 when 'startup' then ${startup}::int8
           else ${growth}::int8 end) end`;
}

/** A month of a company that has requests or an override. */
export interface MonthListing extends MonthRow {
  /** Requests that are allowed in place of the plan's cap; null where the cap holds. */
  readonly override: number | null;
}

/**
 * The statement that judges keys, and counts by `counting`, which must end in
 * `counted (company_id, granted)`. Whoever is not let in for another reason must not be counted, so the
 * conditions of the pipeline's stages before the month stand here too; a test holds the two against each
 * other. `held` says whether a company `d` of `demand` was left out.
 */
function admission(name: string, counting: string, held: string) {
  return statement<AdmissionRow>(
    name,
    `with identities as materialized (
     ${identitiesOf("(select $1::bytea[] as hashes, $2::int4[] as requests offset 0) asked cross join unnest(asked.hashes, asked.requests) as wanted (hash, requests)")}
   ), judged as materialized (
     select i.*,
       i.revoked_because is null and i.active and i.removed_at is null and i.lifecycle = 'open'
         and (i.plan = 'enterprise' or i.subscription_status in ('active', 'past_due')
           or (i.subscription_status = 'trialing' and $4::int8 < i.trial_ends_at))
         and ($5::text is null or right(i.email, length($5) + 1) = '@' || $5)
         and i.permissions ->> 'api_access' = 'manage' as admitted,
       ${capOf("i", "$3", ["$6", "$7", "$8"])} as cap
     from identities i
   ), demand as materialized (
     select company_id, sum(wanted)::int8 as wanted, max(cap) as cap from judged where admitted
       group by company_id having sum(wanted) > 0
   ), ${counting}
   select j.key_id, j.hash, j.revoked_because, j.company_id, j.user_id, j.email, j.active, j.removed_at,
     j.permissions, j.lifecycle, j.plan,
          j.subscription_status, j.trial_ends_at, j.features, j.admitted, j.cap, coalesce(c.granted, 0) as
            granted,
          exists (select 1 from demand d where d.company_id = j.company_id and ${held}) as held
   from judged j left join counted c on c.company_id = j.company_id`,
  );
}

// One statement is about many companies, so it waits for none of them: it takes the months that nobody else
// has locked, and makes none, since a row that is made waits for whoever makes the same one and for the
// company's own row.
const admitAtOnce = admission(
  "usage.admitAtOnce",
  `free as materialized (
     select u.company_id from company_usage u where u.month = $3
            and u.company_id in (select company_id from demand)
       for update skip locked
   ), counted as (
     update company_usage u set granted = least(d.wanted, d.cap - u.requests), requests = u.requests + least(d.wanted, d.cap - u.requests)
     from demand d join free using (company_id)
     where u.company_id = d.company_id and u.month = $3 and u.requests < coalesce(d.cap, 9223372036854775807)
     returning u.company_id, u.granted
   )`,
  "d.company_id not in (select company_id from free)",
);
// This one is about one company, and waits.
const admitInTurn = admission(
  "usage.admitInTurn",
  `counted as (
     insert into company_usage as u (company_id, month, requests, granted)
     select company_id, $3, least(wanted, cap), least(wanted, cap) from demand
     on conflict (company_id, month) do update set
       granted = least(excluded.granted, (select cap from demand d where d.company_id = excluded.company_id) - u.requests),
       requests = u.requests + least(excluded.granted, (select cap from demand d where d.company_id = excluded.company_id) - u.requests)
     where u.requests < coalesce((select cap
       from demand d where d.company_id = excluded.company_id), 9223372036854775807)
     returning u.company_id, u.granted
   )`,
  "false",
);
const getStanding = statement<StandingRow>(
  "usage.getStanding",
  `select $2 as month, coalesce((select u.requests from company_usage u where u.company_id = c.company_id
    and u.month = $2), 0) as requests,
     (select o.requests from company_overrides o where o.company_id = c.company_id
       and o.month = $2) as override,
     ${capOf("c", "$2", ["$3", "$4", "$5"])} as cap
   from (select id as company_id, plan from companies where id = $1) c`,
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
 * Judges keys and counts requests for those that are let in, as far as the month allows. A key that was never
 * issued has no row.
 */
export type Admit = (wanted: readonly Wanted[], circumstances: Circumstances) => Promise<AdmissionRow[]>;

function admitBy(db: Queryable, by: typeof admitAtOnce): Admit {
  return (wanted, { now, month, stagingDomain, caps }) =>
    db.list(by, [
      wanted.map(({ hash }) => hash),
      wanted.map(({ requests }) => requests),
      month,
      now,
      stagingDomain,
      caps.formation,
      caps.startup,
      caps.growth,
    ]);
}

function columnsOf(rows: readonly MonthRow[]): [string[], number[]] {
  return [rows.map(({ month }) => month), rows.map(({ requests }) => requests)];
}

export const usageStore = {
  /** How a company stands in a month. */
  getStanding: (db: Queryable, companyId: Company, month: CivilMonth, caps: Caps) =>
    db.get(getStanding, [companyId, month, caps.formation, caps.startup, caps.growth]),
  /** For any keys; waits for nobody, and says which companies it left out. */
  admitAtOnce: (db: Queryable) => admitBy(db, admitAtOnce),
  /** For keys of one company, whose month it waits for. */
  admitInTurn: (db: Queryable) => admitBy(db, admitInTurn),
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
