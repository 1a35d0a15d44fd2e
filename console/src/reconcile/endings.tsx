/** What is asked first: whether a reconciliation is dropped, and why a finished one is reopened. */
import { useState } from "react";
import type { OpenedReconciliation } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { dayText } from "../kit/dates.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Form, TextField } from "../kit/form.tsx";
import { useWrite } from "../parts/use-write.ts";

interface EndingProps {
  readonly company: string;
  readonly figures: OpenedReconciliation;
  /** Called with what was done. */
  readonly onDone: (figures: OpenedReconciliation, what: string) => void;
}

export function Reopen({ company, figures, onDone }: EndingProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const reopen = useWrite({
    mutationFn: () => ownOf(company).reopenReconciliation(figures.id, { reason }),
    onSuccess: (after) => {
      setOpen(false);
      onDone(after, `The statement of ${dayText(after.statement_date)} is open again.`);
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Reopen
      </button>
      {isOpen ? (
        <Dialog title="Reopen the reconciliation" width={480} onClose={() => setOpen(false)}>
          <Form
            verb="Reopen"
            isBusy={reopen.isPending}
            error={reopen.error}
            onSend={() => reopen.mutate()}
            onClose={() => setOpen(false)}
          >
            <p className="soft">
              Its lines can change again until it is finished. The audit trail keeps who reopened it, and why.
            </p>
            <TextField
              label="Reason"
              param="reason"
              required
              data-autofocus
              value={reason}
              onText={setReason}
            />
          </Form>
        </Dialog>
      ) : null}
    </>
  );
}

export function Drop(props: Omit<EndingProps, "onDone"> & { readonly onDone: (what: string) => void }) {
  const { company, figures, onDone } = props;
  const [isOpen, setOpen] = useState(false);
  const day = dayText(figures.statement_date);
  const drop = useWrite({
    mutationFn: () => ownOf(company).dropReconciliation(figures.id),
    onSuccess: () => {
      setOpen(false);
      onDone(`The reconciliation through ${day} is dropped.`);
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Drop
      </button>
      {isOpen ? (
        <Dialog title={`Drop the reconciliation through ${day}?`} width={480} onClose={() => setOpen(false)}>
          <Form
            verb="Drop it"
            isBusy={drop.isPending}
            error={drop.error}
            onSend={() => drop.mutate()}
            onClose={() => setOpen(false)}
          >
            <p>Its ticks go; the transactions stay as they are. You can't undo this.</p>
          </Form>
        </Dialog>
      ) : null}
    </>
  );
}
