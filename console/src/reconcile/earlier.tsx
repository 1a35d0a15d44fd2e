/** The reconciliations of an account, the latest first, with who finished each and when. */
import type { Reconciliation } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { dayText } from "../kit/dates.ts";
import { Tag } from "../kit/tag.tsx";
import { dayOfText } from "../kit/times.ts";
import { usePeople } from "../parts/people.ts";

interface EarlierProps {
  readonly company: Company;
  readonly rows: readonly Reconciliation[];
  readonly onOpen: (id: string) => void;
}

export function StateTag({ state }: Pick<Reconciliation, "state">) {
  if (state === "finished") return <Tag look="good">Finished</Tag>;
  return <Tag look="wait">{state === "draft" ? "In progress" : "Reopened"}</Tag>;
}

export function Earlier({ company, rows, onOpen }: EarlierProps) {
  const people = usePeople(company);
  const byOf = ({ finished_by, created_by }: Reconciliation): string =>
    people.nameOf(finished_by ?? created_by);
  const columns: readonly TableColumn<Reconciliation>[] = [
    { head: "Statement", cell: (row) => dayText(row.statement_date), by: (row) => row.statement_date },
    { head: "State", cell: (row) => <StateTag state={row.state} /> },
    { head: "By", cell: byOf, by: byOf, isWide: true },
    {
      head: "On",
      cell: (row) => dayOfText(row.finished_at ?? row.created),
      by: (row) => row.finished_at ?? row.created,
      kind: "day",
      isWide: true,
    },
    {
      head: "Balance",
      cell: (row) => row.statement_balance_cents,
      by: (row) => row.statement_balance_cents,
      kind: "amount",
    },
  ];
  return (
    <DataTable
      caption="Reconciliations, the latest first"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
    />
  );
}
