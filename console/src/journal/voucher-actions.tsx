/** What those who may post can do with a voucher: review it, and reverse it on a day that they choose. */
import { type SubmitEvent, useState } from "react";
import { DayInput } from "../kit/day-input.tsx";
import { Button } from "../kit/button.tsx";
import { forgetBooks } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Voucher } from "../api/types.ts";
import { Refusal } from "../kit/refusal.tsx";
import { useWrite } from "../parts/use-write.ts";

interface ActionsProps {
  readonly company: string;
  readonly entry: string;
  readonly voucher: Voucher;
  /** Opens another voucher, by one of its entries. */
  readonly onOpen: (entry: string) => void;
}

export function VoucherActions({ company, entry, voucher, onOpen }: ActionsProps) {
  const { manual_entry: manual, follows_source, date } = voucher;
  const [isReversing, setReversing] = useState(false);
  const [day, setDay] = useState(date);
  const review = useWrite({
    mutationFn: () => ownOf(company).reviewManualEntry(entry),
    onSuccess: () => forgetBooks(company),
  });
  const reverse = useWrite({
    mutationFn: () => ownOf(company).reverseVoucher(entry, { date: day }),
    onSuccess: async (reversal) => {
      await forgetBooks(company);
      onOpen(reversal.entry);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    reverse.mutate();
  };
  const other = manual?.reversed_by ?? manual?.reverses ?? null;
  const canBeReversed = !follows_source && (manual?.reversed_by ?? null) === null;
  return (
    <div className="jr-actions">
      {other === null ? null : (
        <button type="button" className="button" onClick={() => onOpen(other)}>
          {manual?.reversed_by === null ? "Open what it reverses" : "Open its reversal"}
        </button>
      )}
      {manual === null || manual.reviewed_at !== null ? null : (
        <Button className="button" isBusy={review.isPending} onClick={() => review.mutate()}>
          Mark as reviewed
        </Button>
      )}
      {canBeReversed && !isReversing ? (
        <button type="button" className="button" onClick={() => setReversing(true)}>
          Reverse
        </button>
      ) : null}
      {isReversing && canBeReversed ? (
        <form onSubmit={submit} aria-label="Reversal">
          <DayInput label="Day of the reversal" isRequired value={day} onDay={setDay} />
          <Button type="submit" className="button primary" isBusy={reverse.isPending}>
            Post the reversal
          </Button>
        </form>
      ) : null}
      <Refusal error={review.error} retry={() => review.mutate()} />
      <Refusal error={reverse.error} />
    </div>
  );
}
