/** A transaction beside the list: its facts, the lines of its split, its entries, and who changed it. */
import { timeText } from "../kit/times.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "../kit/button.tsx";
import { useTransaction } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Amount } from "../kit/amount.tsx";
import { surfaceText } from "../parts/audit.ts";
import { shortDay } from "../kit/dates.ts";
import { Panel } from "../kit/panel.tsx";
import { usePeople } from "../parts/people.ts";
import { Read } from "../parts/read.tsx";
import { TransactionView } from "../parts/transaction.tsx";
import { VoucherView } from "../parts/voucher.tsx";
import type { Scene } from "./scene.ts";
import { useSending } from "./sending.tsx";
import { FILTER_WORDS } from "./view.ts";

interface PanelProps {
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

export function TransactionPanel({ scene, id, onClose }: PanelProps) {
  const { company, search } = scene;
  const query = useTransaction(company.id, id);
  const transaction = query.data;
  // Where the focus came from, it goes back to.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>(".tx-scroller")?.focus({ preventScroll: true });
      }, 0);
    },
    [],
  );
  const canReport = company.permissions.reports !== "none";
  return (
    <Panel
      name="Transaction"
      title={transaction?.merchant_name ?? transaction?.description ?? "Transaction"}
      onClose={onClose}
      focusKey={search.open ?? ""}
    >
      <TransactionView company={company.id} id={id} />
      <FindRow scene={scene} id={id} />
      {transaction === undefined ? null : (
        <>
          <Actions scene={scene} transaction={transaction} />
          {transaction.has_splits ? <SplitLines scene={scene} id={id} /> : null}
          {canReport ? <Entries company={company.id} id={id} /> : null}
          <Events company={company} id={id} />
        </>
      )}
      <p className="hint">
        <kbd>Esc</kbd> closes
      </p>
    </Panel>
  );
}

/** Leads to the row of a transaction that is not among those that are loaded. */
function FindRow({ scene: { feed, go }, id }: { readonly scene: Scene; readonly id: string }) {
  const { count, isWhole } = useSyncExternalStore(feed.subscribe, feed.state);
  if (feed.placeOf(id) >= 0 || (count === 0 && !isWhole)) return null;
  const cleared = Object.fromEntries(FILTER_WORDS.map((word) => [word, undefined]));
  return (
    <p className="says">
      Its row is not among those that are loaded.{" "}
      <button type="button" className="button" onClick={() => go({ ...cleared, text: id })}>
        Find it in the list
      </button>
    </p>
  );
}

type Transaction = NonNullable<ReturnType<typeof useTransaction>["data"]>;

function Actions({ scene, transaction }: { readonly scene: Scene; readonly transaction: Transaction }) {
  const { canEdit, begin, company, edits, feed } = scene;
  const { id, transaction_type, status } = transaction;
  const { isBusy, send } = useSending();
  if (!canEdit || status === "excluded") return null;
  const run = (failing: string, work: () => Promise<void>): void =>
    send(() => work().catch((error: unknown) => edits.fail(failing, error)));
  const client = clientOf(company.id);
  const unmatch = () =>
    run("The transfer stays.", async () => {
      const { transfer_id } = transaction;
      if (transfer_id === null) return;
      await client.deleteTransfer(transfer_id);
      edits.changed(feed, await client.getTransaction(id), "The transfer was taken back.");
      scene.reload();
    });
  const unsplit = () =>
    run("The split stays.", async () => {
      edits.changed(feed, await client.removeSplit(id), "The split was removed.");
    });
  const canSchedule = company.permissions.accounting_setup === "manage";
  return (
    <div className="tx-actions">
      {transaction_type === "standard" || transaction_type === "category_split" ? (
        <button type="button" className="button" onClick={() => begin({ what: "split", id })}>
          {transaction_type === "standard" ? "Split…" : "Change the split…"}
        </button>
      ) : null}
      {transaction_type === "category_split" ? (
        <Button className="button" isBusy={isBusy} onClick={unsplit}>
          Remove the split
        </Button>
      ) : null}
      {transaction_type === "standard" && canSchedule ? (
        <>
          <button type="button" className="button" onClick={() => begin({ what: "spread", id })}>
            Spread…
          </button>
          <button type="button" className="button" onClick={() => begin({ what: "rule", id })}>
            Make a rule of this…
          </button>
        </>
      ) : null}
      {transaction_type === "transfer" ? (
        <Button className="button" isBusy={isBusy} onClick={unmatch}>
          Take the transfer back
        </Button>
      ) : null}
    </div>
  );
}

function SplitLines({ scene: { company, names }, id }: { readonly scene: Scene; readonly id: string }) {
  const query = useQuery({
    queryKey: ["transaction splits", company.id, id],
    queryFn: ({ signal }) => clientOf(company.id).listSplits({ transaction_id: id }, { signal }).all(),
    staleTime: 0,
  });
  return (
    <section>
      <h3>Split</h3>
      <Read query={query} what="the lines">
        {(lines) => (
          <ul className="rows">
            {lines.map((line) => (
              <li key={line.id}>
                <span className="what" dir="auto">
                  {names.nameOf(line.category_id) ?? line.category_id}
                  <small>
                    {[names.nameOf(line.department_id), line.memo, line.spread_id === null ? null : "spread"]
                      .filter((text) => text !== null)
                      .join(", ")}
                  </small>
                </span>
                <span className="n">
                  <Amount cents={line.amount_cents} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
    </section>
  );
}

function Entries({ company, id }: { readonly company: string; readonly id: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["transaction entries", company, id],
    queryFn: ({ signal }) => clientOf(company).listJournalEntries({ transaction_id: id }, { signal }).all(),
  });
  return (
    <section>
      <h3>In the books</h3>
      <Read query={query} what="its entries">
        {(entries) => {
          const days = [
            ...new Map(entries.map((entry) => [`${entry.date} ${entry.source}`, entry])).values(),
          ];
          const shown = entries.find((entry) => entry.id === chosen) ?? entries[0];
          if (shown === undefined) return <p className="none">It has no journal entries.</p>;
          return (
            <>
              {days.length < 2 ? null : (
                <ul className="tx-vouchers">
                  {days.map((entry) => (
                    <li key={entry.id}>
                      <button
                        type="button"
                        className="button plain"
                        aria-pressed={entry.date === shown.date && entry.source === shown.source}
                        onClick={() => setChosen(entry.id)}
                      >
                        {shortDay(entry.date)} ’{entry.date.slice(2, 4)}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <VoucherView company={company} entry={shown.id} />
            </>
          );
        }}
      </Read>
    </section>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  editTransaction: "Edited",
  splitTransaction: "Split",
  changeSplit: "Split changed",
  removeSplit: "Split removed",
  spreadTransaction: "Spread",
};

function Events({ company, id }: { readonly company: Company; readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const people = usePeople(company);
  const query = useQuery({
    queryKey: ["transaction events", company.id, id],
    enabled: isOpen,
    queryFn: ({ signal }) => ownOf(company.id).listTransactionEvents(id, { signal }).all(),
  });
  return (
    <details className="tx-events" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {isOpen ? (
        <Read query={query} what="its history">
          {(events) =>
            events.length === 0 ? (
              <p className="none">Nobody has changed it since it came in.</p>
            ) : (
              <ul>
                {events.map((event) => (
                  <li key={event.id}>
                    <span>{ACTIONS[event.action] ?? event.action}</span>{" "}
                    <small>
                      by <bdi>{people.nameOf(event.actor)}</bdi>, {surfaceText(event.surface)},{" "}
                      {timeText(event.at)}
                    </small>
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
      ) : null}
    </details>
  );
}
