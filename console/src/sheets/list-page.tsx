/** The spreadsheets of a company: search, open, make, import, delete. */
import { FilterText } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { LIMITS } from "../api/generated/limits.ts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Button } from "../kit/button.tsx";
import { sessionQuery } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { onListKey } from "../kit/list-keys.ts";
import { Read } from "../parts/read.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { EmptyState } from "../kit/states.tsx";
import { usePageCommands } from "../shell/commands.ts";
import "./sheets.css";
import { useWrite } from "../parts/use-write.ts";

interface Summary {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
}

const PAGE = 100;

export function SheetsPage() {
  const { company = "" } = useParams({ strict: false });
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const query = search["find"] ?? "";
  const navigate = useNavigate();
  const session = useQuery(sessionQuery);
  const mayEdit = session.data?.companies.find(({ id }) => id === company)?.permissions.forecast === "manage";
  const sheets = useInfiniteQuery({
    queryKey: ["sheets", company, query],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const { body } = await clientOf(company).raw.listSheets(
        {
          limit: PAGE,
          ...(query === "" ? {} : { query }),
          ...(pageParam === "" ? {} : { starting_after: pageParam }),
        },
        { signal },
      );
      return body ?? { data: [], next_cursor: null };
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <>
      {mayEdit ? <Making company={company} /> : <PageHead title="Spreadsheets" />}
      <div className="bar">
        <FilterText
          label="Find a spreadsheet"
          most={LIMITS.sheet_name_query_characters}
          value={query}
          onText={(find) =>
            void navigate({ to: "/c/$company/sheets", params: { company }, search: { find }, replace: true })
          }
        />
      </div>
      <Read query={sheets} what="the spreadsheets">
        {({ pages }) => {
          const rows = pages.flatMap(({ data }): readonly Summary[] => data);
          return rows.length === 0 ? (
            <EmptyState isBelow title={query === "" ? "No spreadsheets yet" : "No spreadsheet has this name"}>
              <p>
                {query === ""
                  ? "A spreadsheet reads the books with functions such as BOOKS.TOTAL, so a forecast stands beside what really happened."
                  : "The search looks at names, without letter case."}
              </p>
            </EmptyState>
          ) : (
            <>
              <ul className="sh-list" onKeyDown={(event) => onListKey(event)}>
                {rows.map((sheet) => (
                  <Row key={sheet.id} company={company} sheet={sheet} mayEdit={mayEdit} />
                ))}
              </ul>
              {sheets.hasNextPage ? (
                <button type="button" className="button" onClick={() => void sheets.fetchNextPage()}>
                  More
                </button>
              ) : null}
            </>
          );
        }}
      </Read>
    </>
  );
}

function Making({ company }: { readonly company: string }) {
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const open = (sheet: string): void => {
    void queries.invalidateQueries({ queryKey: ["sheets", company] });
    void navigate({ to: "/c/$company/sheets/$sheet", params: { company, sheet } });
  };
  const make = useWrite({
    mutationFn: () => ownOf(company).createSheet({ name: "Untitled spreadsheet" }),
    onSuccess: ({ id }) => open(id),
  });
  const load = useWrite({
    mutationFn: (chosen: File) => ownOf(company).importSheet({ file: chosen }),
    onSuccess: ({ sheet, notes }) => {
      if (notes.length === 0) open(sheet.id);
      else void queries.invalidateQueries({ queryKey: ["sheets", company] });
    },
  });
  const failed = make.error ?? load.error;
  usePageCommands([
    { label: "New spreadsheet", run: () => make.mutate() },
    { label: "Import XLSX", run: () => file.current?.click() },
  ]);
  return (
    <>
      <PageHead title="Spreadsheets">
        <Button className="button" isBusy={load.isPending} onClick={() => file.current?.click()}>
          {load.isPending ? "Importing…" : "Import XLSX"}
        </Button>
        <Button className="button primary" isBusy={make.isPending} onClick={() => make.mutate()}>
          New spreadsheet
        </Button>
      </PageHead>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Workbook to import"
        accept=".xlsx"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) load.mutate(chosen);
          event.target.value = "";
        }}
      />
      <Refusal error={failed} />
      {load.data === undefined || load.data.notes.length === 0 ? null : (
        <div className="note" role="status">
          <p>
            <Link to="/c/$company/sheets/$sheet" params={{ company, sheet: load.data.sheet.id }}>
              {load.data.sheet.name}
            </Link>{" "}
            is imported. Not everything could be:
          </p>
          <ul className="bullets">
            {load.data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Row(props: { readonly company: string; readonly sheet: Summary; readonly mayEdit: boolean }) {
  const { company, sheet, mayEdit } = props;
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const remove = useWrite({
    mutationFn: () => clientOf(company).deleteSheet(sheet.id, { base_revision: sheet.revision }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sheets", company] }),
  });
  return (
    <li>
      <Link to="/c/$company/sheets/$sheet" params={{ company, sheet: sheet.id }} dir="auto">
        {sheet.name}
      </Link>
      <small className="soft">revision {sheet.revision}</small>
      <Refusal error={remove.error} />
      {!mayEdit ? null : isAsked ? (
        <span role="alert">
          Delete it with all its cells?{" "}
          <button type="button" className="button" autoFocus onClick={() => remove.mutate()}>
            Delete
          </button>{" "}
          <button type="button" className="button" onClick={() => setAsked(false)}>
            Keep
          </button>
        </span>
      ) : (
        <button
          type="button"
          className="button plain"
          aria-label={`Delete ${sheet.name}`}
          onClick={() => setAsked(true)}
        >
          Delete
        </button>
      )}
    </li>
  );
}
