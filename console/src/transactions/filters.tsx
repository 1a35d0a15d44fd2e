/** The conditions of the list. All of them are in the address. */
import type { Choice } from "../kit/choices.ts";
import { FilterBar, FilterChoice, FilterDays, FilterName, FilterText } from "../kit/filters.tsx";
import { rangeOf } from "../kit/typed-amounts.ts";
import type { Scene } from "./scene.ts";
import { FILTER_WORDS, STATUSES } from "./view.ts";

const STATUS_CHOICES = Object.entries(STATUSES).map(([id, name]) => ({ id, name }));
const OF_CATEGORY: readonly Choice[] = [
  { id: "none", name: "Uncategorized" },
  { id: "any", name: "Categorized" },
];

export function Filters({ scene: { names, search, go, company } }: { readonly scene: Scene }) {
  const amount = search.amount ?? "";
  const category = OF_CATEGORY.find(({ id }) => id === search.category)?.name;
  return (
    <FilterBar names={FILTER_WORDS} search={search} onClear={go}>
      <FilterText
        label="Find transactions"
        placeholder="Search payee, text or memo"
        value={search.text ?? ""}
        onText={(text) => go({ text: text === "" ? undefined : text }, true)}
      />
      <FilterText
        label="Amount"
        placeholder="Amount, or 10..20"
        value={amount}
        isWrong={amount !== "" && rangeOf(amount) === null}
        onText={(typed) => go({ amount: typed === "" ? undefined : typed }, true)}
      />
      <FilterDays from={search.from} to={search.to} onDays={(days) => go(days, true)} />
      <FilterName
        label="Category"
        value={category ?? names.nameOf(search.category ?? null)}
        choices={[...OF_CATEGORY, ...names.categories]}
        onChoose={(id) => go({ category: id })}
      />
      <FilterName
        label="Account"
        value={names.nameOf(search.account ?? null)}
        choices={names.accounts}
        onChoose={(id) => go({ account: id })}
      />
      {company.features.includes("departments") ? (
        <FilterName
          label="Department"
          value={names.nameOf(search.department ?? null)}
          choices={names.departments.filter(({ id }) => id !== null)}
          onChoose={(id) => go({ department: id })}
        />
      ) : null}
      <FilterChoice
        label="Status"
        all="any"
        options={STATUS_CHOICES}
        value={search.status !== undefined && search.status in STATUSES ? search.status : ""}
        onChoose={(status) => go({ status: status === "" ? undefined : status })}
      />
    </FilterBar>
  );
}
