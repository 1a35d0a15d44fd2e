/** The chart: the trees of categories and of departments, one at a time. */
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Company } from "../api/types.ts";
import { FilterText } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { Categories } from "./categories.tsx";
import { Departments } from "./departments.tsx";
import { CLOSED, type Search } from "./search.ts";
import "../style/lists.css";
import "./chart.css";
import { Tabs } from "../kit/tabs.tsx";
import { useGo } from "../parts/go.ts";
import { companyPage } from "../parts/company-page.tsx";

export const ChartPage = companyPage("Chart of accounts", ChartOf);

const TREES = [
  { show: undefined, name: "Categories", one: "category" },
  { show: "departments", name: "Departments", one: "department" },
] as const;

function ChartOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/chart" });
  const [said, setSaid] = useState("");
  const go = useGo<Search>("/c/$company/chart");
  const tree = TREES.find(({ show }) => show === search.show) ?? TREES[0];
  const part = { company, search, go, onSay: setSaid };
  const canManage = company.permissions.accounting_setup === "manage";
  usePageCommands(
    canManage
      ? [
          { label: "Add a category", run: () => go({ ...CLOSED, show: undefined, do: "add" }) },
          { label: "Add a department", run: () => go({ ...CLOSED, show: "departments", do: "add" }) },
        ]
      : [],
  );
  return (
    <>
      <PageHead title="Chart of accounts">
        {company.permissions.accounting_setup === "manage" ? (
          <button
            type="button"
            className="button primary"
            data-opens="add"
            onClick={() => go({ ...CLOSED, do: "add" })}
          >
            Add a {tree.one}
          </button>
        ) : null}
      </PageHead>
      <Tabs
        name="Parts of the page"
        page="/c/$company/chart"
        tabs={TREES.map(({ name }) => [name, name] as const)}
        value={tree.name}
        searchOf={(word) => ({ ...CLOSED, show: TREES.find((each) => each.name === word)?.show })}
        onChoose={() => setSaid("")}
      />
      <div className="bar" role="toolbar" aria-label="The chart">
        <FilterText
          label={`Find a ${tree.one}`}
          value={search.find ?? ""}
          onText={(text) => go({ find: text === "" ? undefined : text }, true)}
        />
      </div>
      <p className="says" role="status" dir="auto">
        {said}
      </p>
      {tree.one === "category" ? <Categories {...part} /> : <Departments {...part} />}
    </>
  );
}
