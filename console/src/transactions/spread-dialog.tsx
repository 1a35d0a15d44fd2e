/** Spreads a whole transaction over months. Each month's share, and what the last one gets, are shown. */
import type { Transaction } from "@daybook/client";
import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { useTransaction } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { amountText } from "../parts/amounts.ts";
import { isDay } from "../parts/dates.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { NameField } from "../parts/name-field.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useSending } from "./sending.tsx";
import type { Scene } from "./scene.ts";
import { monthsOf, sharesText } from "./splitting.ts";

interface DialogProps {
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

export function SpreadDialog({ scene, id, onClose }: DialogProps) {
  return (
    <Dialog title="Spread a transaction" width={480} onClose={onClose}>
      <Read query={useTransaction(scene.company.id, id)} what="the transaction">
        {(transaction) => <SpreadForm scene={scene} transaction={transaction} onClose={onClose} />}
      </Read>
    </Dialog>
  );
}

function SpreadForm(props: {
  readonly scene: Scene;
  readonly transaction: Transaction;
  readonly onClose: () => void;
}) {
  const { scene, transaction, onClose } = props;
  const { names, edits, feed, company } = scene;
  const [start, setStart] = useState(transaction.accounting_date);
  const [typed, setTyped] = useState("12");
  const [category, setCategory] = useState(transaction.categorized ? transaction.category_id : null);
  const { isBusy, error, send } = useSending();
  const months = monthsOf(typed);
  const isReady = isDay(start) && months > 0 && category !== null;
  const submit = (): void =>
    send(async () => {
      await ownOf(company.id).spreadTransaction(transaction.id, {
        start_date: start,
        months,
        ...(category === null ? {} : { category_id: category }),
      });
      edits.changed(
        feed,
        await clientOf(company.id).getTransaction(transaction.id),
        `Spread over ${months} months.`,
      );
      onClose();
    });
  return (
    <form
      className="tx-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) submit();
      }}
    >
      <p>
        <b dir="auto">{transaction.merchant_name ?? transaction.description}</b>, amount{" "}
        <b>{amountText(transaction.amount_cents)}</b>
      </p>
      <NameField
        label="Category"
        value={names.nameOf(category)}
        choices={names.categories}
        onChoose={({ id }) => setCategory(id)}
      />
      <label>
        A day of the first month
        <input type="date" value={start} onChange={(event) => setStart(event.target.value)} />
      </label>
      <label>
        Number of months
        <input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value.trim())} />
      </label>
      <p role="status" className="tx-left">
        {sharesText(transaction.amount_cents, months)}
      </p>
      <Refusal error={error} />
      <div className="dialog-foot">
        <button type="button" className="button" data-discards onClick={onClose}>
          Cancel
        </button>
        <Button type="submit" className="button primary" isBusy={isBusy} disabled={!isReady}>
          Spread
        </Button>
      </div>
    </form>
  );
}
