/** Splits a transaction by category. What is left of its amount is always shown. */
import { LIMITS } from "../api/generated/limits.ts";
import type { Transaction } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import { useTransaction } from "../api/queries.ts";
import { clientOf } from "../api/service.ts";
import { amountText } from "../kit/amounts.ts";
import { typedAmount } from "../kit/typed-amounts.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { NameField } from "../kit/name-field.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useSending } from "./sending.tsx";
import type { Scene } from "./scene.ts";
import { begunLines, EMPTY, isWrongMonths, type Line, sentLine, splitOf } from "./splitting.ts";

interface DialogProps {
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

export function SplitDialog({ scene, id, onClose }: DialogProps) {
  const { company } = scene;
  const lines = useQuery({
    queryKey: ["transaction splits", company.id, id, "to change"],
    queryFn: ({ signal }) => clientOf(company.id).listSplits({ transaction_id: id }, { signal }).all(),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title="Split a transaction" width={860} onClose={onClose}>
      <Read query={useTransaction(company.id, id)} what="the transaction">
        {(transaction) => (
          <Read query={lines} what="its lines">
            {(present) => (
              <SplitForm
                scene={scene}
                transaction={transaction}
                begun={begunLines(transaction, present)}
                isSpread={present.some(({ spread_id }) => spread_id !== null)}
                onClose={onClose}
              />
            )}
          </Read>
        )}
      </Read>
    </Dialog>
  );
}

interface FormProps {
  readonly scene: Scene;
  readonly transaction: Transaction;
  readonly begun: readonly Line[];
  readonly isSpread: boolean;
  readonly onClose: () => void;
}

function SplitForm({ scene, transaction, begun, isSpread, onClose }: FormProps) {
  const { names, company, feed, edits } = scene;
  const [lines, setLines] = useState(begun);
  const { isBusy, error, send } = useSending();
  const { cents, left, isReady } = splitOf(lines, transaction.amount_cents);
  const change = (key: number, changed: Partial<Line>): void =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  const submit = (): void =>
    send(async () => {
      const client = clientOf(company.id);
      const body = { lines: lines.map((line) => sentLine(line, transaction.accounting_date)) };
      const row = transaction.has_splits
        ? await client.changeSplit(transaction.id, body)
        : await client.splitTransaction(transaction.id, body);
      edits.changed(feed, row, "The transaction was split.");
      onClose();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) submit();
      }}
    >
      <p>
        <b dir="auto">{transaction.merchant_name ?? transaction.description}</b>, amount{" "}
        <b>{amountText(transaction.amount_cents)}</b>
      </p>
      <ul className="tx-form-lines">
        {lines.map((line, at) => (
          <li key={line.key}>
            <NameField
              label="Category"
              value={names.nameOf(line.category)}
              choices={names.categories}
              onChoose={({ id }) => change(line.key, { category: id })}
            />
            {company.features.includes("departments") ? (
              <NameField
                label="Department"
                value={names.nameOf(line.department)}
                choices={names.departments}
                onChoose={({ id }) => change(line.key, { department: id })}
              />
            ) : null}
            <input
              aria-label={`Amount of line ${at + 1}`}
              className="tx-amount"
              inputMode="decimal"
              placeholder="Amount"
              aria-invalid={line.amount !== "" && cents[at] === null}
              value={line.amount}
              onChange={(event) => change(line.key, { amount: event.target.value })}
            />
            <button
              type="button"
              className="button plain"
              disabled={left === 0}
              title="Assign the rest"
              onClick={() => change(line.key, { amount: typedAmount((cents[at] ?? 0) + left) })}
            >
              + rest
            </button>
            <input
              aria-label={`Memo of line ${at + 1}`}
              className="tx-memo-field"
              dir="auto"
              placeholder="Memo"
              maxLength={LIMITS.text_field_characters}
              value={line.memo}
              onChange={(event) => change(line.key, { memo: event.target.value })}
            />
            <input
              aria-label={`Months over which line ${at + 1} is spread`}
              className="tx-months"
              inputMode="numeric"
              placeholder="Months"
              aria-invalid={isWrongMonths(line.months)}
              value={line.months}
              onChange={(event) => change(line.key, { months: event.target.value.trim() })}
            />
            <button
              type="button"
              className="button plain"
              aria-label={`Remove line ${at + 1}`}
              disabled={lines.length <= 2}
              onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button plain"
        onClick={() => setLines([...lines, { ...EMPTY, key: Math.max(...lines.map(({ key }) => key)) + 1 }])}
      >
        Add a line
      </button>
      {isSpread ? (
        <p className="note">Lines of this split are spread. Their spreads end with the change.</p>
      ) : null}
      <Refusal error={error} />
      <div className="dialog-foot">
        <p className={left === 0 ? "tx-left" : "tx-left open"} role="status">
          {left === 0 ? "Nothing is left." : `Left: ${amountText(left)}`}
        </p>
        <button type="button" className="button" data-discards onClick={onClose}>
          Cancel
        </button>
        <Button type="submit" className="button primary" isBusy={isBusy} disabled={!isReady}>
          Split
        </Button>
      </div>
    </form>
  );
}
