/** The handlers of the operations on open items of other books. */
import { cents } from "@daybook/words/cents";
import type { CallOf, Handlers } from "../../../../contract/operation.ts";
import { DATE_INPUT, readAs } from "../../../../core/kinds.ts";
import type { OpenItemsBody, openingConsoleContract } from "../contract/opening.ts";
import type { BillsService, InvoicesService } from "../service/index.ts";
import type { NewOpening, OpenedItems } from "../service/opening.ts";
import { amountOf } from "./bodies.ts";

const dueDateOf = (given: string | null) => (given === null ? null : readAs(DATE_INPUT, given, "items"));

function openingOf({ date, items, totals = [] }: OpenItemsBody): NewOpening {
  return {
    date: readAs(DATE_INPUT, date, "date"),
    items: items.map((item) => ({
      party: item.party_name,
      number: item.number ?? null,
      date: readAs(DATE_INPUT, item.date, "items"),
      due_date: dueDateOf(item.due_date ?? null),
      original_cents: amountOf(item.original_cents),
      open_cents: cents(item.open_cents),
    })),
    totals: totals.map(({ party_name: party, open_cents }) => ({ party, open_cents: cents(open_cents) })),
  };
}

function openedView({ parties, ...opened }: OpenedItems, preview: boolean) {
  return {
    object: "opened_items" as const,
    ...opened,
    parties: parties.map(({ party: party_name, ...rest }) => ({ party_name, ...rest })),
    preview,
  };
}

/** Makes the handler of a side; both do the same to their own items. */
const handlerOf =
  (items: Pick<InvoicesService | BillsService, "bringIn">) =>
  async ({
    principal: { companyId, permissions },
    body,
    now,
    today,
  }: CallOf<typeof openingConsoleContract.openInvoices | typeof openingConsoleContract.openBills>) => {
    const { preview = false } = body;
    const opened = await items.bringIn(companyId, openingOf(body), { now, today }, permissions, preview);
    return openedView(opened, preview);
  };

export function openingConsoleHandlers(
  invoices: InvoicesService,
  bills: BillsService,
): Handlers<typeof openingConsoleContract> {
  return { openInvoices: handlerOf(invoices), openBills: handlerOf(bills) };
}
