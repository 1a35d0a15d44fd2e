/** The handlers of the ledger's operations: they call the service and turn rows into API responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { missing } from "../../../contract/params.ts";
import { pageView, wholeList, writtenPage } from "../../../contract/schemas.ts";
import { layoutOf } from "../../../contract/written.ts";
import { present } from "../../../core/assert.ts";
import { negateCents, sumCents, ZERO_CENTS } from "../../../core/cents.ts";
import { monthOf } from "../../../core/civil-date.ts";
import { isPointInTime } from "../../../core/ledger-words.ts";
import { journalEntrySchema, type ledgerConsoleContract, type ledgerContract } from "./contract.ts";
import { signedCents } from "./rules.ts";
import type { LedgerService } from "./service/index.ts";
import { entryId, type EntryRow, type Total } from "./service/reads.ts";

/** The layout of entries in lists. */
export const ENTRY_LAYOUT = layoutOf(journalEntrySchema);

export function ledgerHandlers(ledger: LedgerService): Handlers<typeof ledgerContract> {
  return {
    async listJournalEntries({ principal, input }) {
      const rows = await ledger.listEntries(principal.companyId, input, ENTRY_LAYOUT);
      return writtenPage("/journal_entries", rows, input.limit, ({ id }) => id);
    },
    async getJournalEntry({ principal, input }) {
      return entryView(await ledger.getEntry(principal.companyId, input.id));
    },
    async getTotal({ principal, input, now, today }) {
      if (input.category_id === null) throw missing("category_id");
      return totalView(
        await ledger.getTotal(principal.companyId, input.category_id, { ...input, now, today }),
        input.merchant,
      );
    },
    async listTotals({ principal, input, now, today }) {
      const totals = await ledger.listTotals(principal.companyId, input.category_ids, {
        ...input,
        now,
        today,
      });
      return wholeList(
        "/aggregations/totals",
        totals.map((total) => totalView(total, input.merchant)),
      );
    },
    async listMerchants({ principal, input }) {
      if (input.category_id === null) throw missing("category_id");
      const names = await ledger.listMerchants(principal.companyId, input.category_id, input);
      return pageView("/parties/merchants", names, (name) => ({ object: "merchant" as const, name }));
    },
  };
}

/** The handlers of what only the web console asks. */
export function ledgerConsoleHandlers(ledger: LedgerService): Handlers<typeof ledgerConsoleContract> {
  return {
    async getVoucher({ principal, input }) {
      const rows = await ledger.getVoucher(principal.companyId, input.entry);
      const entries = rows.map(entryView);
      return {
        object: "voucher",
        date: present(rows[0], "a voucher without entries").date,
        total_cents: sumCents(entries.map(({ debit_cents }) => debit_cents)),
        entries,
      };
    },
  };
}

function entryView(row: EntryRow) {
  const net = row.net_debit_cents;
  return {
    id: entryId(row),
    object: "journal_entry" as const,
    date: row.date,
    category_id: row.category_id,
    category_name: row.category_name,
    department_id: row.department_id,
    department_name: row.department_name,
    amount_cents: signedCents(row.account_type, net),
    debit_cents: net > 0 ? net : ZERO_CENTS,
    credit_cents: net < 0 ? negateCents(net) : ZERO_CENTS,
    currency: "USD" as const,
    description: row.description,
    merchant: row.merchant,
    source: row.source,
    transaction_id: row.transaction_id,
    held: row.held,
    created: row.created,
    updated: row.updated,
  };
}

function totalView(total: Total, merchant: string | null) {
  const { period, balance } = total;
  return {
    object: "aggregation_total" as const,
    category_id: total.category_id,
    category_name: total.category_name,
    point_in_time: isPointInTime(total.account_type),
    total_cents: total.total_cents,
    currency: "USD" as const,
    merchant,
    start_date: period?.start ?? null,
    end_date: period?.end ?? null,
    date: balance,
    start_month: period === null ? null : monthOf(period.start),
    end_month: period === null ? (balance === null ? null : monthOf(balance)) : monthOf(period.end),
    refreshed_at: total.refreshed_at,
  };
}
