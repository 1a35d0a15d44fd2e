/**
 * The form of a change of settlements: its fields, what it would make and book, as the service says after it
 * did and undid it, and the choice to make it. A refusal stands at its field.
 */
import { Table } from "../kit/table.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { categoriesQuery } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { Button } from "../kit/button.tsx";
import type { Choice } from "../kit/choices.ts";
import { Consequences } from "../parts/consequences.tsx";
import { leavesOf } from "../parts/leaves.ts";
import { Refusal, refusalText, refusedParam } from "../kit/refusal.tsx";
import { type Edit, send, settledText } from "./edits.ts";
import type { Settled } from "./items.ts";
import { useItemWrite } from "./queries.ts";
import { useSide } from "./side.ts";

/** The categories that amounts can be booked on, and their names. */
export function useCategories(company: Company) {
  const categories = useQuery({
    ...categoriesQuery(company.id),
    enabled: company.permissions.accounting_setup !== "none",
  }).data;
  return useMemo(() => {
    const names = new Map<string, string>((categories ?? []).map(({ id, name }) => [id, name]));
    const choices: readonly Choice[] = leavesOf(categories ?? []);
    return { choices, nameOf: (id: string | null) => (id === null ? null : (names.get(id) ?? id)) };
  }, [categories]);
}

export interface SettleProps {
  readonly company: Company;
  readonly id: string;
  readonly onClose: () => void;
  readonly onSay: (what: string) => void;
}

/** Follows a change from its fields over its trial until it is made. */
export function useSettling({ company, id, onClose, onSay }: SettleProps) {
  const { area, calls } = useSide();
  const [tried, setTried] = useState<Edit | null>(null);
  const key = [area, company.id, id, tried];
  const trial = useQuery({
    queryKey: ["preview", ...key],
    staleTime: 0,
    enabled: tried !== null,
    queryFn: () =>
      tried === null
        ? Promise.reject(new Error("nothing is tried"))
        : send(calls, company.id, id, tried, true),
  });
  const write = useItemWrite(
    (edit: Edit) => send(calls, company.id, id, edit, false),
    (settled) => {
      onClose();
      onSay(settledText(settled));
    },
  );
  const error = write.error ?? (tried === null ? null : trial.error);
  return {
    tried,
    key,
    write,
    error,
    tryIt: setTried,
    /** A field was changed, so what was tried is not what the form says. */
    change: () => {
      setTried(null);
      write.reset();
    },
    /** What was refused of a field; null if nothing was. */
    problemOf: (...params: readonly string[]): string | null =>
      params.includes(refusedParam(error) ?? "") ? refusalText(error) : null,
  };
}

interface SettleFormProps {
  readonly company: Company;
  readonly name: string;
  /** The button that makes the change. */
  readonly verb: string;
  readonly settling: ReturnType<typeof useSettling>;
  /** The change that the fields make; a sentence if they are not whole. */
  readonly edit: Edit | string;
  /** The inputs whose refusals stand at their fields. */
  readonly fields: readonly string[];
  readonly id: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SettleForm(props: SettleFormProps) {
  const { company, name, verb, settling, edit, fields, id, onClose, children } = props;
  const { calls } = useSide();
  const { tried, key, write, error, tryIt } = settling;
  const [isAsked, setAsked] = useState(false);
  const isAtField = fields.includes(refusedParam(error) ?? "");
  return (
    <form
      className="form"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (typeof edit !== "string") tryIt(edit);
      }}
    >
      <h3>{name}</h3>
      {children}
      {isAsked && typeof edit === "string" ? (
        <p className="note" role="alert">
          {edit}
        </p>
      ) : null}
      {tried === null || (isAtField && write.error === null) ? (
        <p className="buttons" data-previews>
          <Button type="submit" className="button primary" isBusy={false}>
            Show what it books
          </Button>
          <button type="button" className="button" data-discards onClick={onClose}>
            Cancel
          </button>
        </p>
      ) : (
        <Consequences
          queryKey={key}
          tryIt={() => send(calls, company.id, id, tried, true)}
          text={settledText}
          more={(settled) => <Sides company={company} settled={settled} />}
          verb={verb}
          isBusy={write.isPending}
          onMake={() => write.mutate(tried)}
          onDrop={onClose}
        />
      )}
      <Refusal error={isAtField ? null : write.error} />
    </form>
  );
}

/** Both sides of what is booked. */
function Sides({ company, settled }: { readonly company: Company; readonly settled: Settled }) {
  const { nameOf } = useCategories(company);
  if (settled.entry_lines.length === 0) return <p className="soft">No entry is posted for it.</p>;
  const side = (amount: number): string => (amount > 0 ? amountText(amount) : "");
  return (
    <Table caption="What is booked" heads={["Category", "Debit", "Credit"]}>
      <tbody>
        {settled.entry_lines.map(({ category_id, net_debit_cents }) => (
          <tr key={category_id}>
            <th scope="row" dir="auto">
              {nameOf(category_id)}
            </th>
            <td>{side(net_debit_cents)}</td>
            <td>{side(-net_debit_cents)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
