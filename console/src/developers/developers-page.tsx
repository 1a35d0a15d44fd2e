/** For developers: API keys, and how programs read the company. All that is shown is in the address. */
import { useSearch } from "@tanstack/react-router";
import type { Company } from "../api/types.ts";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { Tabs } from "../kit/tabs.tsx";
import { companyPage } from "../parts/company-page.tsx";
import { Keys } from "./keys.tsx";
import type { Search } from "./search.ts";
import { Sync } from "./sync.tsx";

const TABS = [
  ["keys", "API keys"],
  ["sync", "How to sync"],
] as const;

export const DevelopersPage = companyPage("Developers", DevelopersOf);

function DevelopersOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/developers" });
  const go = useGo<Search>("/c/$company/developers");
  const shown = search.show === "sync" ? "sync" : "keys";
  return (
    <>
      <PageHead title="Developers">
        {shown === "keys" ? (
          <button
            type="button"
            className="button primary"
            data-opens="create"
            onClick={() => go({ key: undefined, do: "create" })}
          >
            Create a key
          </button>
        ) : null}
      </PageHead>
      <Tabs
        name="Parts of the page"
        page="/c/$company/developers"
        tabs={TABS}
        value={shown}
        searchOf={(word) => ({ key: undefined, do: undefined, show: word === "keys" ? undefined : word })}
      />
      {shown === "keys" ? <Keys company={company} search={search} go={go} /> : <Sync />}
    </>
  );
}
