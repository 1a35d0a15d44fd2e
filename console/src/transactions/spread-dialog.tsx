/** Spreads a whole transaction over months, or makes the asset that it bought. Each month's share is shown. */
import type { Transaction } from "@daybook/client";
import { useDraft } from "../kit/draft.ts";
import { DayInput } from "../kit/day-input.tsx";
import { Button } from "../kit/button.tsx";
import { useTransaction } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText, isDay } from "../kit/dates.ts";
import { Dialog } from "../kit/dialog.tsx";
import { SelectField } from "../kit/form.tsx";
import { Read } from "../parts/read.tsx";
import { NameField } from "../kit/name-field.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useSending } from "./sending.tsx";
import type { Scene } from "./scene.ts";
import { monthsOf, sharesText } from "./splitting.ts";

interface DialogProps {
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

/** What a transaction becomes: an amount of several months, by months or by days, or an asset. */
type Form = "month" | "day" | "asset";

const FORMS = [
  ["month", "In equal shares by months"],
  ["day", "By the days of each month"],
  ["asset", "As an asset, with depreciation by months"],
] as const satisfies readonly (readonly [Form, string])[];

/** What is sent of a form and its categories. */
function sentForm(form: Form, category: string | null, asset: string | null) {
  return {
    ...(category === null ? {} : { category_id: category }),
    ...(form === "asset" && asset !== null ? { asset_category_id: asset } : {}),
    ...(form === "day" ? { basis: form } : {}),
  };
}

function sharesOf(form: Form, start: string, months: number, amount: number): string {
  return form === "day" && months > 0 && isDay(start)
    ? `Shares by days, from ${dayText(start)} on. The last one gets what is left.`
    : sharesText(amount, months);
}

function doneText(form: Form, months: number): string {
  return form === "asset"
    ? `It is an asset, written off over ${months} months. See Schedules.`
    : `Spread over ${months} months.`;
}

/** The types of categories on which depreciation is booked. */
const COSTS = ["expense", "cost_of_goods_sold", "other_expense"] as const;

export function SpreadDialog({ scene, id, onClose }: DialogProps) {
  return (
    <Dialog title="Spread a transaction" width={480} onClose={onClose}>
      <Read query={useTransaction(scene.company.id, id)} what="the transaction">
        {(transaction) => <SpreadForm scene={scene} transaction={transaction} onClose={onClose} />}
      </Read>
    </Dialog>
  );
}

interface Draft {
  readonly form: Form;
  readonly start: string;
  readonly typed: string;
  readonly category: string | null;
  readonly asset: string | null;
}

function SpreadForm(props: {
  readonly scene: Scene;
  readonly transaction: Transaction;
  readonly onClose: () => void;
}) {
  const { scene, transaction, onClose } = props;
  const { names, edits, feed, company } = scene;
  const [draft, put] = useDraft<Draft>({
    form: "month",
    start: transaction.accounting_date,
    typed: "12",
    category: transaction.categorized ? transaction.category_id : null,
    asset: null,
  });
  const { form, start, typed, category, asset } = draft;
  const { isBusy, error, send } = useSending();
  const months = monthsOf(typed);
  const isAsset = form === "asset";
  const isCost = (id: string | null): boolean => COSTS.some((type) => type === names.typeOf(id));
  const chooseForm = (next: Form): void => {
    put({ form: next });
    if (next !== "asset" || isCost(category)) return;
    // What the bank line is booked on may be the asset, and is nothing that it is written off on.
    if (names.typeOf(category) === "asset") put({ asset: category });
    put({ category: null });
  };
  const isReady = isDay(start) && months > 0 && category !== null && (!isAsset || asset !== null);
  const submit = (): void =>
    send(async () => {
      await ownOf(company.id).spreadTransaction(transaction.id, {
        start_date: start,
        months,
        ...sentForm(form, category, asset),
      });
      edits.changed(feed, await clientOf(company.id).getTransaction(transaction.id), doneText(form, months));
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
      <SelectField
        label="How"
        value={form}
        choices={transaction.amount_cents < 0 ? FORMS : FORMS.filter(([each]) => each !== "asset")}
        onChoose={(value) => chooseForm(FORMS.find(([each]) => each === value)?.[0] ?? "month")}
      />
      {isAsset ? (
        <NameField
          label="Category of the asset"
          value={names.nameOf(asset)}
          choices={names.categories.filter(({ id }) => names.typeOf(id) === "asset")}
          onChoose={({ id }) => put({ asset: id })}
        />
      ) : null}
      <NameField
        label={isAsset ? "Category of the depreciation" : "Category"}
        value={names.nameOf(category)}
        choices={isAsset ? names.categories.filter(({ id }) => isCost(id)) : names.categories}
        onChoose={({ id }) => put({ category: id })}
      />
      <DayInput
        label={form === "day" ? "The first day" : "A day of the first month"}
        value={start}
        onDay={(next) => put({ start: next })}
      />
      <label>
        Number of months
        <input
          inputMode="numeric"
          value={typed}
          onChange={(event) => put({ typed: event.target.value.trim() })}
        />
      </label>
      <p role="status" className="tx-left">
        {sharesOf(form, start, months, transaction.amount_cents)}
      </p>
      <Refusal error={error} />
      <div className="dialog-foot">
        <button type="button" className="button" data-discards onClick={onClose}>
          Cancel
        </button>
        <Button type="submit" className="button primary" isBusy={isBusy} disabled={!isReady}>
          {isAsset ? "Make the asset" : "Spread"}
        </Button>
      </div>
    </form>
  );
}
