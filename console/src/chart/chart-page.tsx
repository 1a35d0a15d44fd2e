/**
 * The chart of categories: a tree that whoever manages the accounting setup adds to, renames, moves and gives
 * sections of the cash flow statement. What a change does to the statements is shown before it is made.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { queryClient, sessionQuery } from "../api/queries.ts";
import type { ChartCategory, ChartChange } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Facts } from "../parts/facts.tsx";
import { Form, SelectField, TextField } from "../parts/form.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useFocusBack } from "../parts/focus-back.ts";
import { onListKey } from "../parts/list-keys.ts";
import { Panel } from "../parts/panel.tsx";
import { Loading, ProblemState } from "../parts/states.tsx";
import {
  changeText,
  inTree,
  parentsFor,
  ROLE_NAMES,
  SECTION_NAMES,
  sectionsFor,
  TYPE_NAMES,
} from "./chart.ts";
import "./chart.css";

/** The query of the address. */
interface Search {
  readonly category?: string | undefined;
  readonly find?: string | undefined;
  /** `add` opens the form of a new category. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { category: undefined, do: undefined };

export function ChartPage() {
  const { company: id } = useParams({ from: "/c/$company/chart" });
  const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
  useEffect(() => {
    document.title = `Chart · ${company?.name ?? "Daybook"}`;
  }, [company?.name]);
  return company === undefined ? null : <ChartOf key={id} company={company} />;
}

interface PartProps {
  readonly company: Company;
  readonly categories: readonly ChartCategory[];
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly onSay: (what: string) => void;
}

function ChartOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/chart" });
  const navigate = useNavigate();
  const [said, setSaid] = useState("");
  const go = useCallback(
    (change: Search, replace = false) =>
      void navigate({
        to: "/c/$company/chart",
        params: { company: company.id },
        search: (before: Search) => ({ ...before, ...change }),
        replace,
      }),
    [navigate, company.id],
  );
  const chart = useQuery({
    queryKey: ["chart", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getChart({ signal }),
  });
  const canManage = company.permissions.accounting_setup === "manage";
  const part = { company, categories: chart.data?.categories ?? [], search, go, onSay: setSaid };
  const isOpen = search.category !== undefined || (search.do === "add" && canManage);
  return (
    <>
      <header className="page-head">
        <h1>Chart</h1>
      </header>
      <div className="bar" role="toolbar" aria-label="The chart">
        <input
          type="search"
          className="search"
          aria-label="Find a category"
          placeholder="Find a category"
          value={search.find ?? ""}
          onChange={({ target }) => go({ find: target.value === "" ? undefined : target.value }, true)}
        />
        <span className="space" />
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="add"
            onClick={() => go({ ...CLOSED, do: "add" })}
          >
            Add a category
          </button>
        ) : null}
      </div>
      <p className="says" role="status">
        {said}
      </p>
      {chart.error ? (
        <ProblemState isBelow error={chart.error} retry={() => void chart.refetch()} />
      ) : chart.data === undefined ? (
        <Loading what="the chart" />
      ) : (
        <div className={isOpen ? "split open" : "split"}>
          <div className="sheet">
            <Tree {...part} />
          </div>
          {isOpen ? <Beside {...part} /> : null}
        </div>
      )}
    </>
  );
}

function Tree({ categories, search, go }: PartProps) {
  const words = (search.find ?? "").trim().toLowerCase();
  const rows = useMemo(
    () => inTree(categories).filter(({ name }) => name.toLowerCase().includes(words)),
    [categories, words],
  );
  if (rows.length === 0)
    return (
      <p className="none">
        {words === "" ? "There are no categories yet." : "No category has these letters."}
      </p>
    );
  return (
    <div className="scroller" tabIndex={-1}>
      <table className="ch-table">
        <caption className="unseen">Categories in the order of the tree</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Type</th>
            <th scope="col">Cash flow statement</th>
            <th scope="col" className="ch-wide">
              Used by the service for
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={onListKey}>
          {rows.map((row) => (
            <tr key={row.id} className={search.category === row.id ? "opened" : undefined}>
              <th scope="row" className={`ch-tier-${row.tier}`}>
                <button
                  type="button"
                  className="button plain ch-name"
                  data-opens={row.id}
                  onClick={() => go({ ...CLOSED, category: row.id })}
                >
                  <bdi>{row.name}</bdi>
                </button>
              </th>
              <td>{TYPE_NAMES[row.account_type]}</td>
              <td>{row.cash_flow === null ? "" : SECTION_NAMES[row.cash_flow]}</td>
              <td className="ch-wide">{row.role === null ? "" : ROLE_NAMES[row.role]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Beside(props: PartProps) {
  const { company, categories, search, go, onSay } = props;
  const opened = search.do === "add" ? "add" : (search.category ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const panel = { onClose: close, focusKey: opened };
  const category = categories.find(({ id }) => id === search.category);
  if (search.do === "add")
    return (
      <Panel {...panel} name="New category" title="New category">
        <Add
          company={company}
          categories={categories}
          onClose={close}
          onAdded={({ id, name }) => {
            go({ ...CLOSED, find: undefined, category: id });
            onSay(`${name} is added.`);
          }}
        />
      </Panel>
    );
  return (
    <Panel {...panel} name="Category" title={category?.name ?? "No such category"}>
      {category === undefined ? (
        <p className="none">It is not in the chart, or the address is wrong.</p>
      ) : (
        <>
          <Facts
            facts={[
              ["Type", TYPE_NAMES[category.account_type]],
              ["Used by the service for", category.role === null ? null : ROLE_NAMES[category.role]],
              ["Id", <code key="id">{category.id}</code>],
            ]}
          />
          {company.permissions.accounting_setup === "manage" ? (
            <Edit key={category.id} {...props} category={category} />
          ) : null}
        </>
      )}
    </Panel>
  );
}

/** What an edit makes of a category; members that are left out stay as they are. */
interface EditOf {
  readonly name?: string;
  readonly cash_flow?: ChartCategory["cash_flow"] | "none";
  readonly parent?: string | null;
}

function send(company: string, id: string, edit: EditOf, preview: boolean): Promise<ChartChange> {
  const { parent, name, cash_flow } = edit;
  if (parent !== undefined) return ownOf(company).moveCategory(id, { parent, preview });
  return ownOf(company).changeCategory(id, {
    ...(name === undefined ? {} : { name }),
    ...(cash_flow === undefined ? {} : { cash_flow: cash_flow ?? "none" }),
    preview,
  });
}

function Edit({ company, categories, category, onSay }: PartProps & { readonly category: ChartCategory }) {
  const [name, setName] = useState(category.name);
  const [proposed, setProposed] = useState<EditOf | null>(null);
  const write = useMutation({
    mutationFn: (edit: EditOf) => send(company.id, category.id, edit, false),
    onSuccess: async (change) => {
      setProposed(null);
      await queryClient.invalidateQueries();
      onSay(`${change.category.name} is changed. ${changeText(change)}`);
    },
  });
  const sections = sectionsFor(category.account_type);
  return (
    <>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ name });
        }}
      >
        <TextField label="Name" value={name} required onText={setName} />
        {name.trim() === category.name ? null : (
          <p className="buttons">
            <button type="submit" className="button primary" disabled={write.isPending}>
              Rename
            </button>
            <button type="button" className="button" onClick={() => setName(category.name)}>
              Keep the name
            </button>
          </p>
        )}
      </form>
      <div className="form">
        <SelectField
          label="Section of the cash flow statement"
          value={proposed?.cash_flow ?? category.cash_flow ?? "none"}
          choices={sections.map((word) => [word, word === "none" ? "None" : SECTION_NAMES[word]] as const)}
          onChoose={(word) => {
            const section = sections.find((each) => each === word);
            setProposed(
              section === undefined || section === (category.cash_flow ?? "none")
                ? null
                : { cash_flow: section },
            );
          }}
        />
        <SelectField
          label="Stands below"
          value={(proposed?.parent === undefined ? category.parent_id : proposed.parent) ?? ""}
          choices={[
            ["", "The top of the chart"],
            ...parentsFor(categories, category).map((each) => [each.id, each.name] as const),
          ]}
          onChoose={(id) => {
            const parent = id === "" ? null : id;
            setProposed(parent === category.parent_id ? null : { parent });
          }}
        />
      </div>
      {proposed === null ? null : (
        <Consequences
          company={company.id}
          category={category.id}
          edit={proposed}
          isBusy={write.isPending}
          onMake={() => write.mutate(proposed)}
          onDrop={() => setProposed(null)}
        />
      )}
      <Refusal error={write.error} />
    </>
  );
}

/** What an edit would change of the statements, and the choice to make it. */
function Consequences(props: {
  readonly company: string;
  readonly category: string;
  readonly edit: EditOf;
  readonly isBusy: boolean;
  readonly onMake: () => void;
  readonly onDrop: () => void;
}) {
  const { company, category, edit, isBusy, onMake, onDrop } = props;
  const preview = useQuery({
    queryKey: ["chart-preview", company, category, edit],
    staleTime: 0,
    queryFn: () => send(company, category, edit, true),
  });
  return (
    <div className="note" role="group" aria-label="What this changes">
      {preview.error ? (
        <Refusal error={preview.error} />
      ) : preview.data === undefined ? (
        <Loading what="what this changes" />
      ) : (
        <p role="status">{changeText(preview.data)}</p>
      )}
      <p className="buttons">
        <button
          type="button"
          className="button primary"
          disabled={isBusy || preview.data === undefined || preview.error !== null}
          onClick={onMake}
        >
          Change it
        </button>
        <button type="button" className="button" onClick={onDrop}>
          Keep it
        </button>
      </p>
    </div>
  );
}

function Add(props: {
  readonly company: Company;
  readonly categories: readonly ChartCategory[];
  readonly onClose: () => void;
  readonly onAdded: (category: ChartCategory) => void;
}) {
  const { company, categories, onClose, onAdded } = props;
  const [name, setName] = useState("");
  const [type, setType] = useState<ChartCategory["account_type"]>("expense");
  const [parent, setParent] = useState("");
  const add = useMutation({
    mutationFn: () =>
      ownOf(company.id).addCategory({ name, account_type: type, ...(parent === "" ? {} : { parent }) }),
    onSuccess: async ({ category }) => {
      await queryClient.invalidateQueries();
      onAdded(category);
    },
  });
  const types = Object.keys(TYPE_NAMES) as (keyof typeof TYPE_NAMES)[];
  return (
    <Form
      verb="Add the category"
      isBusy={add.isPending}
      error={add.error}
      onSend={() => add.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} required autoFocus onText={setName} />
      <SelectField
        label="Type"
        value={type}
        choices={types.map((word) => [word, TYPE_NAMES[word]] as const)}
        onChoose={(word) => {
          setType(types.find((each) => each === word) ?? "expense");
          setParent("");
        }}
      />
      <SelectField
        label="Stands below"
        value={parent}
        choices={[
          ["", "The top of the chart"],
          ...parentsFor(categories, { id: "", account_type: type }).map(
            (each) => [each.id, each.name] as const,
          ),
        ]}
        onChoose={setParent}
      />
      <p className="hint">
        Its section of the cash flow statement is that of its parent. It can be changed later.
      </p>
    </Form>
  );
}
