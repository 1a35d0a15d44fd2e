/** A transaction of the feed, for reading. */
import type { Transaction } from "@daybook/client";
import { useTransaction } from "../api/queries.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { type Fact, Facts } from "../kit/facts.tsx";
import { Read } from "./read.tsx";

export function TransactionView({ company, id }: { readonly company: string; readonly id: string }) {
  return (
    <Read query={useTransaction(company, id)} what="the transaction">
      {(transaction) => <TransactionFacts transaction={transaction} />}
    </Read>
  );
}

function TransactionFacts({ transaction }: { readonly transaction: Transaction }) {
  const facts: readonly Fact[] = [
    ["Date at the bank", dayText(transaction.date)],
    ["Accounting date", dayText(transaction.accounting_date)],
    ["Merchant", transaction.merchant_name],
    ["Bank description", transaction.description],
    ["Account", transaction.account_name],
    ["Category", transaction.category_name ?? "none yet"],
    ["Department", transaction.department_name],
    ["Memo", transaction.memo],
    ["State", transaction.pending ? "pending at the bank" : transaction.status.replaceAll("_", " ")],
    ["Comes from", transaction.source_vendor],
    ["Id", <code key="id">{transaction.id}</code>],
  ];
  return (
    <>
      <p className="sum">{amountText(transaction.amount_cents)}</p>
      <Facts facts={facts} />
    </>
  );
}
