/** The handlers of the ledger's operations: they call the service and turn rows into API responses. */
import { journalEntrySchema } from "../../../contract/journal-entry.ts";
import { CONSOLE_API_ROOT, type Handlers } from "../../../contract/operation.ts";
import { checkDateOrder, missing } from "../../../contract/params.ts";
import { pageView, wholeList, writtenPage } from "../../../contract/schemas.ts";
import { layoutOf } from "../../../contract/written.ts";
import { present } from "@daybook/words/assert";
import { negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { type CivilDate, monthOf } from "@daybook/words/civil-date";
import { pageOf } from "../../../core/cursor.ts";
import { DATE_INPUT, readAs } from "../../../core/kinds.ts";
import { isPointInTime } from "@daybook/words/ledger-words";
import type { ledgerConsoleContract } from "./contract/console.ts";
import type { ledgerContract } from "./contract/index.ts";
import { journalEntryId, parseJournalEntryId, type PublicId } from "@daybook/words/public-id";
import { signedCents } from "./rules.ts";
import type { ClosingItem } from "./record.ts";
import type { Checklist, ChecklistItem } from "./service/checklist.ts";
import { draftOf } from "./service/entry-file.ts";
import type { LedgerService } from "./service/index.ts";
import { isPosted } from "./service/postings.ts";
import { entryId, type EntryRow, type ReportsCompany, type Total } from "./service/reads.ts";

const LAYOUT = layoutOf(journalEntrySchema);

export function ledgerHandlers(ledger: LedgerService): Handlers<typeof ledgerContract> {
  return {
    async listJournalEntries({ principal, input }) {
      const rows = await ledger.listEntries(principal.companyId, input, LAYOUT);
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
  const voucherOf = async (companyId: ReportsCompany, entry: string) =>
    present((await ledger.getVoucher(companyId, entry))[0], "a voucher without entries").voucher_id;
  return {
    async getVoucher({ principal, input }) {
      const rows = await ledger.getVoucher(principal.companyId, input.entry);
      const entries = rows.map(entryView);
      const { voucher_id, date } = present(rows[0], "a voucher without entries");
      const manual = await ledger.findManualEntry(principal.companyId, voucher_id);
      return {
        object: "voucher",
        date,
        total_cents: sumCents(entries.map(({ debit_cents }) => debit_cents)),
        entries,
        follows_source: isPosted(voucher_id),
        manual_entry: manual && manualView(manual),
      };
    },
    async listManualEntries({ principal, input }) {
      checkDateOrder(input);
      const { start_date: from, end_date: to, unreviewed, limit, starting_after } = input;
      const filter = { from, to, unreviewed: unreviewed ?? false };
      // The id of an entry is that of its voucher, with the number of its first line.
      const after = starting_after === null ? null : (parseJournalEntryId(starting_after)?.voucher ?? "");
      const rows = await ledger.listManualEntries(principal.companyId, filter, limit + 1, after);
      const listed = pageOf(rows, limit, ({ voucher_id }) => journalEntryId(voucher_id, FIRST_LINE));
      return pageView(`${CONSOLE_API_ROOT}/manual_entries`, listed, manualView);
    },
    async createManualEntry({ principal, body, now }) {
      const [entry] = await ledger.postEntries(
        principal.companyId,
        [draftOf(body, "")],
        now,
        principal.permissions,
      );
      return manualView(present(entry, "an entry was not posted"));
    },
    async reverseVoucher({ principal, input, body, now }) {
      const voucher = await voucherOf(principal.companyId, input.entry);
      const date = readAs(DATE_INPUT, body.date, "date");
      const reversal = { date, memo: body.memo ?? null };
      return manualView(
        await ledger.reverseVoucher(principal.companyId, voucher, reversal, now, principal.permissions),
      );
    },
    async reviewManualEntry({ principal, input, now }) {
      const voucher = await voucherOf(principal.companyId, input.entry);
      return manualView(await ledger.reviewEntry(principal.companyId, voucher, now, principal.permissions));
    },
    async getClosing({ principal }) {
      return closingView(await ledger.closedThrough(principal.companyId));
    },
    async closeBooks({ principal, body, now, today }) {
      const through = readAs(DATE_INPUT, body.through, "through");
      const { companyId, permissions } = principal;
      const reason = body.reason ?? null;
      return closingView(await ledger.closeBooks(companyId, through, { now, today }, permissions, reason));
    },
    async openBooks({ principal, body, now, today }) {
      await ledger.openBooks(principal.companyId, { now, today }, principal.permissions, body.reason);
      return closingView(null);
    },
    async getCloseChecklist({ principal, input, now, today }) {
      return checklistView(await ledger.getChecklist(principal.companyId, input.through, { now, today }));
    },
    async listClosings({ principal }) {
      const rows = await ledger.listClosings(principal.companyId);
      return wholeList(
        `${CONSOLE_API_ROOT}/closings`,
        rows.map((row) => ({ object: "closing_event" as const, ...row, checklist: copied(row.checklist) })),
      );
    },
  };
}

function closingView(closed_through: CivilDate | null) {
  return { object: "closing" as const, closed_through };
}

function checklistView({ items, start, ...checklist }: Checklist) {
  const count = (state: ChecklistItem["state"]) => items.filter((each) => each.state === state).length;
  return {
    object: "close_checklist" as const,
    through: checklist.through,
    start_date: start,
    closed_through: checklist.closed_through,
    done_count: count("done"),
    open_count: count("open"),
    items: items.map(({ opens, ...item }) => ({
      ...item,
      opens: opens && { ...opens, query: { ...opens.query }, search: { ...opens.search } },
    })),
  };
}

/** A kept checklist as an answer may have it. */
const copied = (items: readonly ClosingItem[] | null) => items && items.map((item) => ({ ...item }));

/** The number of the first line of a voucher. */
const FIRST_LINE = 1;

type ManualEntrySummary = NonNullable<Awaited<ReturnType<LedgerService["findManualEntry"]>>>;

function manualView(entry: ManualEntrySummary) {
  const entryOf = (voucher: PublicId<"voucher">) => journalEntryId(voucher, FIRST_LINE);
  return {
    object: "manual_entry" as const,
    entry: entryOf(entry.voucher_id),
    date: entry.date,
    memo: entry.memo,
    amount_cents: entry.amount_cents,
    reference: entry.reference,
    adjusting: entry.adjusting,
    posted_by: entry.posted_by,
    created: entry.created,
    reviewed_by: entry.reviewed_by,
    reviewed_at: entry.reviewed_at,
    reverses: entry.reverses && entryOf(entry.reverses),
    reversed_by: entry.reversed_by && entryOf(entry.reversed_by),
    reversed_on: entry.reversed_on,
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
