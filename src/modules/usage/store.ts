/** All SQL on what was used and what is allowed: the statement that lets requests in, the months, the overrides. */
import type { CivilMonth, UnixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";
import { identitiesOf, type IdentityRow } from "../access/index.ts";

type Company = PublicId<"company">;

/** What decides about a key, and what of its company's month was given to the requests that were asked for. */
export interface AdmissionRow extends IdentityRow {
  /** Whether nothing but the month stands in the way. */
  readonly admitted: boolean;
  /** Requests that the company may make in the month; null for as many as it likes. */
  readonly cap: number | null;
  /** How many of the requests asked for, of all of the company's keys together, were counted. */
  readonly granted: number;
}

/** A key that is asked about, and how many requests are to be counted for it. */
export interface Wanted {
  readonly hash: Buffer;
  readonly requests: number;
}

export interface Circumstances {
  readonly now: UnixSeconds;
  readonly month: CivilMonth;
  readonly stagingDomain: string | null;
  readonly caps: { readonly formation: number; readonly startup: number; readonly growth: number };
}

/** A month of a company. */
export interface MonthRow {
  readonly month: CivilMonth;
  readonly requests: number;
}

// Whoever is not let in for another reason must not be counted, so the conditions of the pipeline's stages before the month stand here
// too; a test holds the two against each other. Rows are locked in the order of companies, so that processes never wait for each
// other in a circle.
const admit = statement<AdmissionRow>(
  "usage.admit",
  `with identities as materialized (
     ${identitiesOf("(select $1::bytea[] as hashes, $2::int4[] as requests offset 0) asked cross join unnest(asked.hashes, asked.requests) as wanted (hash, requests)")}
   ), judged as materialized (
     select i.*,
       i.revoked_because is null and i.active and i.removed_at is null and i.lifecycle = 'open'
         and (i.plan = 'enterprise' or i.subscription_status in ('active', 'past_due') or (i.subscription_status = 'trialing' and $4::int8 < i.trial_ends_at))
         and ($5::text is null or right(i.email, length($5) + 1) = '@' || $5)
         and i.permissions ->> 'api_access' = 'manage' as admitted,
       case when i.plan = 'enterprise' then null else coalesce(
         (select o.requests from company_overrides o where o.company_id = i.company_id and o.month = $3),
         case i.plan when 'formation' then $6::int8 when 'startup' then $7::int8 else $8::int8 end) end as cap
     from identities i
   ), demand as materialized (
     select company_id, sum(wanted)::int8 as wanted, max(cap) as cap from judged where admitted group by company_id having sum(wanted) > 0 order by company_id
   ), counted as (
     insert into company_usage as u (company_id, month, requests, granted)
     select company_id, $3, least(wanted, cap), least(wanted, cap) from demand order by company_id
     on conflict (company_id, month) do update set
       granted = least(excluded.granted, (select cap from demand d where d.company_id = excluded.company_id) - u.requests),
       requests = u.requests + least(excluded.granted, (select cap from demand d where d.company_id = excluded.company_id) - u.requests)
     where u.requests < coalesce((select cap from demand d where d.company_id = excluded.company_id), 9223372036854775807)
     returning u.company_id, u.granted
   )
   select j.key_id, j.hash, j.revoked_because, j.company_id, j.user_id, j.email, j.active, j.removed_at, j.permissions, j.lifecycle, j.plan,
          j.subscription_status, j.trial_ends_at, j.features, j.admitted, j.cap, coalesce(c.granted, 0) as granted
   from judged j left join counted c on c.company_id = j.company_id`,
);
const listMonths = statement<MonthRow>("usage.listMonths", "select month, requests from company_usage where company_id = $1 order by month");
const putMonth = statement<never>(
  "usage.putMonth",
  "insert into company_usage (company_id, month, requests) values ($1, $2, $3) on conflict (company_id, month) do update set requests = excluded.requests",
);
const listOverrides = statement<MonthRow>("usage.listOverrides", "select month, requests from company_overrides where company_id = $1 order by month");
const putOverride = statement<never>(
  "usage.putOverride",
  "insert into company_overrides (company_id, month, requests) values ($1, $2, $3) on conflict (company_id, month) do update set requests = excluded.requests",
);
const deleteOverride = statement<never>("usage.deleteOverride", "delete from company_overrides where company_id = $1 and month = $2");

export const usageStore = {
  /** Judges keys and counts requests for those that are let in, as far as the month allows. A key that was never issued has no row. */
  admit: (db: Queryable, wanted: readonly Wanted[], { now, month, stagingDomain, caps }: Circumstances) =>
    db.list(admit, [wanted.map(({ hash }) => hash), wanted.map(({ requests }) => requests), month, now, stagingDomain, caps.formation, caps.startup, caps.growth]),
  listMonths: (db: Queryable, companyId: Company) => db.list(listMonths, [companyId]),
  putMonth: (tx: Tx, companyId: Company, row: MonthRow) => tx.run(putMonth, [companyId, row.month, row.requests]),
  listOverrides: (db: Queryable, companyId: Company) => db.list(listOverrides, [companyId]),
  putOverride: (db: Queryable, companyId: Company, row: MonthRow) => db.run(putOverride, [companyId, row.month, row.requests]),
  deleteOverride: (db: Queryable, companyId: Company, month: CivilMonth) => db.run(deleteOverride, [companyId, month]),
};
