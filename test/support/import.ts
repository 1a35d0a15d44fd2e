/** Puts a company bundle into an application that runs in this process. */
import type { App } from "../../src/app.ts";
import type { Permissions } from "../../src/core/areas.ts";
import type { CivilDate, UnixSeconds } from "../../src/core/civil-date.ts";
import type { PublicId } from "../../src/core/public-id.ts";
import { accessStore, writeMember } from "../../src/modules/access/index.ts";
import { chartStore } from "../../src/modules/chart/index.ts";
import { companyStore } from "../../src/modules/company/index.ts";
import { copyRow, type Tx } from "../../src/platform/db/index.ts";
import type { Bundle, BundleVoucher } from "./bundle.ts";

export async function importInto(app: App, bundle: Bundle): Promise<void> {
  const { company } = bundle;
  const id = company.id as PublicId<"company">;
  await app.db.transaction(async (tx) => {
    await companyStore.put(tx, {
      id,
      name: company.name,
      legal_name: company.legal_name,
      entity_type: company.entity_type,
      federal_ein_last4: company.federal_ein_last4,
      incorporation_date: company.incorporation.date as CivilDate | null,
      incorporation_state: company.incorporation.state,
      ...company.legal_address,
      fiscal_year_start_month: company.fiscal_year_start_month,
      lifecycle: company.state,
      plan: company.plan,
      subscription_status: company.subscription.status,
      trial_ends_at: company.subscription.trial_ends_at as UnixSeconds | null,
      created: company.created as UnixSeconds,
    });
    for (const feature of bundle.features) await companyStore.insertFeature(tx, id, feature);
    for (const user of bundle.users) await accessStore.putUser(tx, { ...user, id: user.id as PublicId<"user">, created: user.created as UnixSeconds });
    for (const row of bundle.members) {
      const member = {
        id: row.id as PublicId<"member">,
        user_id: row.user_id as PublicId<"user">,
        permissions: row.permissions as Permissions,
        created: row.created as UnixSeconds,
        removed_at: row.removed_at as UnixSeconds | null,
      };
      await writeMember(tx, id, member, app.clock.now());
    }
    const tiers = new Map<string, number>();
    const tierOf = (row: { id: string; parent_id: string | null }): number => {
      const tier = row.parent_id === null ? 1 : (tiers.get(row.parent_id) ?? 0) + 1;
      tiers.set(row.id, tier);
      return tier;
    };
    for (const row of bundle.categories) {
      await chartStore.putCategory(tx, id, {
        ...row,
        id: row.id as PublicId<"category">,
        parent_id: row.parent_id as PublicId<"category"> | null,
        created: row.created as UnixSeconds,
        tier: tierOf(row),
      });
    }
    for (const row of bundle.departments) {
      await chartStore.putDepartment(tx, id, {
        ...row,
        id: row.id as PublicId<"department">,
        parent_id: row.parent_id as PublicId<"department"> | null,
        created: row.created as UnixSeconds,
        tier: tierOf(row),
      });
    }
    await insertVouchers(tx, id, bundle.journal, app.clock.now());
  });
}

/** Writes whole vouchers, as a part of the service that edits the books would. */
export async function insertVouchers(tx: Tx, companyId: string, journal: readonly BundleVoucher[], now: number): Promise<void> {
  const rows = journal.flatMap((voucher) =>
    voucher.lines.map((line, index) =>
      copyRow([
        companyId,
        voucher.id,
        index + 1,
        voucher.date,
        line.category_id,
        line.department_id ?? null,
        (line.debit_cents ?? 0) - (line.credit_cents ?? 0),
        line.merchant ?? voucher.merchant ?? null,
        line.description ?? voucher.description,
        voucher.source,
        voucher.transaction_id ?? null,
        voucher.held ?? false,
        voucher.created,
        now,
      ]),
    ),
  );
  if (rows.length > 0) await tx.copyIn(TARGET, [rows.join("")]);
}

const TARGET =
  "journal_entries (company_id, voucher_id, line, date, category_id, department_id, net_debit_cents, merchant, description, source, transaction_id, held, created, updated)";
