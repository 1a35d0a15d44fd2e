/**
 * The edits of a category: its name, its section of the cash flow statement, its place, whether it is active,
 * and the category that it is merged into. What an edit does to the statements is shown before it is made.
 */
import { balanceClassesOf, canBePaidFor } from "@daybook/words/ledger-words";
import { useMemo, useState } from "react";
import type { ChartCategory, ChartChange } from "../api/generated/schemas.ts";
import { queryClient } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Consequences } from "../parts/consequences.tsx";
import { SelectField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useWrite } from "../parts/use-write.ts";
import {
  CATEGORY_TIERS,
  changeText,
  CLASS_NAMES,
  LAST,
  mergeChoices,
  PAID_FOR,
  parentChoices,
  placeChoices,
  SECTION_NAMES,
  sectionsFor,
  TOP,
} from "./chart.ts";
import { NameForm } from "./name-form.tsx";
import { CLOSED, type Search } from "./search.ts";

/** An edit; members that are left out stay as they are. */
type EditOf =
  | { readonly name: string }
  | { readonly cash_flow: NonNullable<ChartCategory["cash_flow"]> | "none" }
  | { readonly balance_class: NonNullable<ChartCategory["balance_class"]> | "none" }
  | { readonly cash_paid_for: NonNullable<ChartCategory["cash_paid_for"]> | "none" }
  | { readonly active: boolean }
  | { readonly parent: string | null }
  /** The sibling next to which it shall stand. */
  | { readonly before: string }
  | { readonly after: string }
  /** The category that it is merged into. */
  | { readonly into: string };

function send(company: string, id: string, edit: EditOf, preview: boolean): Promise<ChartChange> {
  if ("into" in edit) return ownOf(company).mergeCategory(id, { ...edit, preview });
  if ("parent" in edit || "before" in edit || "after" in edit)
    return ownOf(company).moveCategory(id, { ...edit, preview });
  return ownOf(company).changeCategory(id, { ...edit, preview });
}

interface EditProps {
  readonly company: Company;
  readonly categories: readonly ChartCategory[];
  readonly category: ChartCategory;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly onSay: (what: string) => void;
}

export function CategoryEdit({ company, categories, category, go, onSay }: EditProps) {
  const [proposed, setProposed] = useState<EditOf | null>(null);
  const write = useWrite({
    mutationFn: (edit: EditOf) => send(company.id, category.id, edit, false),
    onSuccess: async (change, edit) => {
      setProposed(null);
      if ("into" in edit) go({ ...CLOSED, category: edit.into });
      await queryClient.invalidateQueries();
      onSay(
        "into" in edit
          ? `${category.name} is merged into ${change.category.name}. ${changeText(change)}`
          : `${change.category.name} is changed. ${changeText(change)}`,
      );
    },
  });
  return (
    <>
      <NameForm name={category.name} isBusy={write.isPending} onRename={(name) => write.mutate({ name })} />
      <Places categories={categories} category={category} proposed={proposed} onPropose={setProposed} />
      {proposed === null ? null : (
        <Consequences
          queryKey={[company.id, category.id, proposed]}
          tryIt={() => send(company.id, category.id, proposed, true)}
          text={changeText}
          isBusy={write.isPending}
          onMake={() => write.mutate(proposed)}
          onDrop={() => setProposed(null)}
        />
      )}
      <Refusal error={write.error} />
    </>
  );
}

interface PlacesProps extends Pick<EditProps, "categories" | "category"> {
  readonly proposed: EditOf | null;
  readonly onPropose: (edit: EditOf | null) => void;
}

/** The fields of an edit whose consequences are shown first. */
function Places({ categories, category, proposed, onPropose }: PlacesProps) {
  const sections = sectionsFor(category.account_type);
  const section = category.cash_flow ?? "none";
  const parent = proposed !== null && "parent" in proposed ? proposed.parent : category.parent_id;
  const parents = useMemo(
    () =>
      parentChoices(
        categories,
        category.id,
        CATEGORY_TIERS,
        ({ account_type }) => account_type === category.account_type,
      ),
    [categories, category.id, category.account_type],
  );
  const { next, choices, last } = useMemo(() => placeChoices(categories, category), [categories, category]);
  const before = nextAfter(proposed, next);
  const into = proposed !== null && "into" in proposed ? proposed.into : null;
  const mergeable = useMemo(() => mergeChoices(categories, category), [categories, category]);
  const nameOf = (id: string | null) => categories.find((each) => each.id === id)?.name;
  return (
    <div className="form">
      <SelectField
        label="Section of the cash flow statement"
        value={proposed !== null && "cash_flow" in proposed ? proposed.cash_flow : section}
        choices={sections.map((word) => [word, word === "none" ? "None" : SECTION_NAMES[word]] as const)}
        onChoose={(word) => {
          const chosen = sections.find((each) => each === word);
          onPropose(chosen === undefined || chosen === section ? null : { cash_flow: chosen });
        }}
      />
      <OnStatements category={category} proposed={proposed} onPropose={onPropose} />
      <LabelledName
        label="Parent"
        value={nameOf(parent) ?? TOP}
        choices={parents}
        onChoose={({ id }) => onPropose(id === category.parent_id ? null : { parent: id })}
      />
      {choices.length < 2 ? null : (
        <LabelledName
          label="Stands before"
          value={nameOf(before) ?? LAST}
          choices={choices}
          onChoose={({ id }) => onPropose(placeOf(id, next, last))}
        />
      )}
      {mergeable.length === 0 ? null : (
        <LabelledName
          label="Merge into"
          value={nameOf(into) ?? null}
          hint="A category that is the same"
          choices={mergeable}
          onChoose={({ id }) => onPropose(id === null ? null : { into: id })}
        />
      )}
      <p className="buttons">
        <button type="button" className="button" onClick={() => onPropose({ active: !category.active })}>
          {category.active ? "Make it inactive" : "Make it active again"}
        </button>
      </p>
    </div>
  );
}

/** The class on the balance sheet, and what payments are disclosed as. */
function OnStatements({ category, proposed, onPropose }: Omit<PlacesProps, "categories">) {
  const classes = balanceClassesOf(category.account_type);
  const balanceClass = category.balance_class ?? "none";
  const paidFor = category.cash_paid_for ?? "none";
  return (
    <>
      {classes.length === 0 ? null : (
        <SelectField
          label="Class on the balance sheet"
          value={proposed !== null && "balance_class" in proposed ? proposed.balance_class : balanceClass}
          choices={[
            ["none", "By its name and section"],
            ...classes.map((word) => [word, CLASS_NAMES[word]] as const),
          ]}
          onChoose={(word) => {
            const chosen = classes.find((each) => each === word) ?? "none";
            onPropose(chosen === balanceClass ? null : { balance_class: chosen });
          }}
        />
      )}
      {!canBePaidFor(category.account_type) ? null : (
        <SelectField
          label="Its payments are disclosed as"
          value={proposed !== null && "cash_paid_for" in proposed ? proposed.cash_paid_for : paidFor}
          choices={PAID_FOR}
          onChoose={(word) => {
            const chosen = PAID_FOR.find(([each]) => each === word)?.[0] ?? "none";
            onPropose(chosen === paidFor ? null : { cash_paid_for: chosen });
          }}
        />
      )}
    </>
  );
}

/** The edit by which a category stands before a sibling, or after all others; null if it stands there. */
function placeOf(id: string | null, next: string | null, last: string | null): EditOf | null {
  if (id === next) return null;
  if (id !== null) return { before: id };
  return last === null ? null : { after: last };
}

/** The sibling before which a category stands after an edit; null for the last. */
function nextAfter(proposed: EditOf | null, next: string | null): string | null {
  if (proposed === null) return next;
  if ("before" in proposed) return proposed.before;
  return "after" in proposed ? null : next;
}
