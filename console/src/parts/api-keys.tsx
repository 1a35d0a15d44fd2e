/** API keys as a list, on the pages of the team and of developers. */
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../api/queries.ts";
import type { ApiKey } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { EmptyState } from "../kit/states.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import type { People } from "./people.ts";

export function useKeys(company: Company, isAsked = true) {
  return useQuery({
    queryKey: ["keys", company.id],
    enabled: isAsked,
    queryFn: ({ signal }) => ownOf(company.id).listKeys({ signal }),
  });
}

export function reloadKeys(company: Company): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["keys", company.id] });
}

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly people: People;
  /** The id of the key that is open beside the list. */
  readonly opened?: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function KeyList({ keys, people, opened, onOpen }: KeyListProps) {
  if (keys.length === 0)
    return (
      <EmptyState isBelow title="No API keys">
        <p>With a key a program reads the company, and changes what you may change.</p>
      </EmptyState>
    );
  const columns: readonly TableColumn<ApiKey>[] = [
    { head: "Name", cell: ({ name }) => name, by: ({ name }) => name },
    { head: "Begins", cell: ({ prefix }) => (prefix === null ? "" : <code>{prefix}…</code>) },
    {
      head: "Level",
      cell: ({ level }) => (level === "own" ? "Yours" : "Read-only"),
      by: ({ level }) => level,
      isWide: true,
    },
    {
      head: "Created",
      cell: (key) => (
        <>
          {dayOfText(key.created)}
          {key.made_by === null ? null : <small className="soft"> by {people.nameOf(key.made_by)}</small>}
        </>
      ),
      by: (key) => key.created,
      isWide: true,
    },
    {
      head: "Last use",
      cell: (key) => (key.last_used === null ? "Never" : timeText(key.last_used)),
      by: (key) => key.last_used ?? 0,
    },
  ];
  return (
    <DataTable
      caption="API keys"
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      opened={opened}
      onOpen={({ id }) => onOpen(id)}
    />
  );
}
