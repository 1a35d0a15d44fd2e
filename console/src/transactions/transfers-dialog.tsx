/** What looks like transfers between the company's accounts: each is confirmed, and can be taken back. */
import type { Transaction } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { Amount } from "../kit/amount.tsx";
import { dayText } from "../kit/dates.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { Refusal } from "../kit/refusal.tsx";
import type { Scene } from "./scene.ts";
import { useSending } from "./sending.tsx";

interface DialogProps {
  readonly scene: Scene;
  readonly onClose: () => void;
}

export function TransfersDialog({ scene, onClose }: DialogProps) {
  const { company } = scene;
  const query = useQuery({
    queryKey: ["transfer proposals", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listTransferProposals({ signal }).all(),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title="Transfers between accounts" width={820} onClose={onClose}>
      <p className="soft">
        Opposite amounts on two accounts, a few days apart. Money between the company’s own accounts is
        neither income nor expense.
      </p>
      <Read query={query} what="what looks like transfers">
        {(pairs) =>
          pairs.length === 0 ? (
            <p className="none">Nothing looks like a transfer that is not one already.</p>
          ) : (
            <ul className="tx-pairs">
              {pairs.map(({ from, to }) => (
                <Pair key={`${from.id} ${to.id}`} scene={scene} from={from} to={to} />
              ))}
            </ul>
          )
        }
      </Read>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Side({ row }: { readonly row: Transaction }) {
  return (
    <span className="what">
      <b dir="auto">{row.account_name}</b>
      <small dir="auto">
        {dayText(row.date)}, {row.description}
      </small>
    </span>
  );
}

interface PairProps {
  readonly scene: Scene;
  readonly from: Transaction;
  readonly to: Transaction;
}

function Pair({ scene: { company, canEdit, edits, reload }, from, to }: PairProps) {
  const [transfer, setTransfer] = useState<string | null>(null);
  const { isBusy, error, send } = useSending();
  const client = clientOf(company.id);
  const run = (work: () => Promise<string | null>): void =>
    send(async () => {
      setTransfer(await work());
      edits.bar();
      for (const key of ["transaction", "transaction entries", "statement", "entries"])
        void queryClient.invalidateQueries({ queryKey: [key, company.id] });
      reload();
    });
  const confirm = () =>
    run(async () => {
      const made = await client.createTransfer({ from_transaction_id: from.id, to_transaction_id: to.id });
      return made.id;
    });
  const takeBack = () =>
    run(async () => {
      await client.deleteTransfer(transfer ?? "");
      return null;
    });
  return (
    <li>
      <Side row={from} />
      <span aria-hidden="true">→</span>
      <Side row={to} />
      <span className="n">
        <Amount cents={to.amount_cents} />
      </span>
      {!canEdit ? null : transfer === null ? (
        <Button className="button" isBusy={isBusy} onClick={confirm}>
          Confirm
        </Button>
      ) : (
        <Button className="button" isBusy={isBusy} onClick={takeBack}>
          Take back
        </Button>
      )}
      <Refusal error={error} />
      {transfer === null ? null : <p role="status">It is a transfer now.</p>}
    </li>
  );
}
