/** What asks why before the books are closed with open items, or opened again. */
import { useState } from "react";
import { Dialog } from "../kit/dialog.tsx";
import { Form, TextField } from "../kit/form.tsx";
import { useWrite } from "../parts/use-write.ts";

interface ReasonDialogProps {
  readonly title: string;
  readonly verb: string;
  /** What follows, and that the reason is kept. */
  readonly says: string;
  readonly onSend: (reason: string) => Promise<unknown>;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

export function ReasonDialog({ title, verb, says, onSend, onDone, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const send = useWrite({
    mutationFn: () => onSend(reason),
    onSuccess: () => {
      onClose();
      return onDone();
    },
  });
  return (
    <Dialog title={title} width={480} onClose={onClose}>
      <Form
        verb={verb}
        isBusy={send.isPending}
        error={send.error}
        onSend={() => send.mutate()}
        onClose={onClose}
      >
        <p className="soft">{says}</p>
        <TextField label="Reason" param="reason" required data-autofocus value={reason} onText={setReason} />
      </Form>
    </Dialog>
  );
}
