/**
 * The tree of categories, which whoever manages the accounting setup adds to, renames, moves and gives
 * sections of the cash flow statement. What a change does to the statements is shown before it is made.
 */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { queryClient } from "../api/queries.ts";
import type { ChartCategory } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Facts } from "../kit/facts.tsx";
import { useDraft } from "../kit/draft.ts";
import { Form, SelectField, TextField } from "../kit/form.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { LabelledName } from "../kit/name-field.tsx";
import { Panel } from "../kit/panel.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import {
  CATEGORY_TIERS,
  inTree,
  parentChoices,
  ROLE_NAMES,
  SECTION_NAMES,
  TOP,
  TYPE_NAMES,
} from "./chart.ts";
import { CategoryEdit } from "./category-edit.tsx";
import { CLOSED, type Search } from "./search.ts";
import { type Column, TreeTable } from "./tree-table.tsx";
import { problemOf } from "../parts/stale.tsx";
import { useWrite } from "../parts/use-write.ts";

interface PartProps {
  readonly company: Company;
  readonly categories: readonly ChartCategory[];
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly onSay: (what: string) => void;
}

export function Categories(given: Omit<PartProps, "categories">) {
  const { company, search } = given;
  const chart = useQuery({
    queryKey: ["chart", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getChart({ signal }),
  });
  const isOpen =
    search.category !== undefined ||
    (search.do === "add" && company.permissions.accounting_setup === "manage");
  if (problemOf(chart))
    return <ProblemState isBelow error={chart.error} retry={() => void chart.refetch()} />;
  if (chart.data === undefined) return <Loading what="the chart" />;
  const part = { ...given, categories: chart.data.categories };
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        <Tree {...part} />
      </div>
      {isOpen ? <Beside {...part} /> : null}
    </div>
  );
}

const INACTIVE = "Nothing new: it is inactive";
/** What the service uses a category for, or that nothing new can be put on it. */
const usageOf = ({ role, active }: ChartCategory): string =>
  active ? (role === null ? "" : ROLE_NAMES[role]) : INACTIVE;

const COLUMNS: readonly Column<ChartCategory>[] = [
  { name: "Type", text: (row) => TYPE_NAMES[row.account_type] },
  {
    name: "Cash flow statement",
    text: (row) => (row.cash_flow === null ? "" : SECTION_NAMES[row.cash_flow]),
  },
  {
    name: "Used by the service for",
    isWide: true,
    text: usageOf,
  },
];

function Tree({ categories, search, go }: PartProps) {
  const words = (search.find ?? "").trim().toLowerCase();
  const all = useMemo(() => inTree(categories), [categories]);
  const rows = useMemo(() => all.filter(({ name }) => name.toLowerCase().includes(words)), [all, words]);
  if (rows.length === 0)
    return (
      <p className="none">
        {words === "" ? "There are no categories yet." : "No category has these letters."}
      </p>
    );
  return (
    <TreeTable
      caption="Categories in the order of the tree"
      head="Category"
      rows={rows}
      columns={COLUMNS}
      opened={search.category}
      onOpen={(category) => go({ ...CLOSED, category })}
    />
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
              ["Used by the service for", usageOf(category) || null],
              ["Id", <code key="id">{category.id}</code>],
            ]}
          />
          {company.permissions.accounting_setup === "manage" ? (
            <CategoryEdit key={category.id} {...props} category={category} />
          ) : null}
        </>
      )}
    </Panel>
  );
}

interface NewCategory {
  readonly name: string;
  readonly type: ChartCategory["account_type"];
  readonly parent: string | null;
}

function Add(props: {
  readonly company: Company;
  readonly categories: readonly ChartCategory[];
  readonly onClose: () => void;
  readonly onAdded: (category: ChartCategory) => void;
}) {
  const { company, categories, onClose, onAdded } = props;
  const [{ name, type, parent }, write] = useDraft<NewCategory>({ name: "", type: "expense", parent: null });
  const add = useWrite({
    mutationFn: () =>
      ownOf(company.id).addCategory({ name, account_type: type, ...(parent === null ? {} : { parent }) }),
    onSuccess: async ({ category }) => {
      await queryClient.invalidateQueries();
      onAdded(category);
    },
  });
  const parents = useMemo(
    () => parentChoices(categories, "", CATEGORY_TIERS, ({ account_type }) => account_type === type),
    [categories, type],
  );
  const types = Object.keys(TYPE_NAMES) as (keyof typeof TYPE_NAMES)[];
  return (
    <Form
      verb="Add the category"
      isBusy={add.isPending}
      error={add.error}
      onSend={() => add.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        required
        autoFocus
        param="name"
        onText={(text) => write({ name: text })}
      />
      <SelectField
        label="Type"
        value={type}
        choices={types.map((word) => [word, TYPE_NAMES[word]] as const)}
        onChoose={(word) => write({ type: types.find((each) => each === word) ?? "expense", parent: null })}
      />
      <LabelledName
        label="Parent"
        value={categories.find(({ id }) => id === parent)?.name ?? TOP}
        choices={parents}
        onChoose={({ id }) => write({ parent: id })}
      />
      <p className="hint">
        Its section of the cash flow statement is that of its parent. It can be changed later.
      </p>
    </Form>
  );
}
