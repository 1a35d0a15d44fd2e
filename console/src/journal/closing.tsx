/** Through which day the books are closed, and for those who may: closing and opening them. */
import { type SubmitEvent, useState } from "react";
import { DayInput } from "../kit/day-input.tsx";
import { Button } from "../kit/button.tsx";
import { forgetBooks, useClosing } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { dayText } from "../kit/dates.ts";
import { Refusal } from "../kit/refusal.tsx";
import { useWrite } from "../parts/use-write.ts";

export function Closing({ company }: { readonly company: Company }) {
  const closing = useClosing(company.id);
  const [isOpen, setOpen] = useState(false);
  const [through, setThrough] = useState("");
  const { permissions } = company;
  const change = useWrite({
    mutationFn: (day: string | null) =>
      day === null ? ownOf(company.id).openBooks() : ownOf(company.id).closeBooks({ through: day }),
    onSuccess: () => {
      setOpen(false);
      return forgetBooks(company.id);
    },
  });
  if (closing.data === undefined) return null;
  const day = closing.data.closed_through;
  const mayChange = permissions.company === "manage" && permissions.accounting_setup === "manage";
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change.mutate(through);
  };
  return (
    <div className="jr-closing">
      <p>
        {day === null ? "The books are open." : `The books are closed through ${dayText(day)}.`}{" "}
        {mayChange && !isOpen ? (
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {day === null ? "Close them" : "Change closing date"}
          </button>
        ) : null}
      </p>
      {isOpen ? (
        <form onSubmit={submit} aria-label="Closing the books">
          <DayInput label="Close through" isRequired value={through} onDay={setThrough} />
          <Button type="submit" className="button primary" isBusy={change.isPending}>
            Close the books
          </Button>
          {day === null ? null : (
            <Button className="button" isBusy={change.isPending} onClick={() => change.mutate(null)}>
              Open the books
            </Button>
          )}
          <button type="button" className="button plain" data-discards onClick={() => setOpen(false)}>
            Cancel
          </button>
          <p className="hint">No entry on that day or before changes afterwards.</p>
          <Refusal error={change.error} />
        </form>
      ) : null}
    </div>
  );
}
