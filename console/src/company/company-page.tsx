/**
 * A company: its profile and fiscal year, its plan and requests, its audit trail, and what is true of its
 * backups. All that is shown is in the address.
 */
import { useSearch } from "@tanstack/react-router";
import type { Company } from "../api/types.ts";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { Part, Tabs } from "../kit/tabs.tsx";
import { companyPage } from "../parts/company-page.tsx";
import { AuditTrail } from "./audit-trail.tsx";
import type { Search } from "./part.ts";
import { Profile } from "./profile.tsx";
import { UsagePart } from "./usage.tsx";
import "./company.css";

const TABS = [
  ["profile", "Profile"],
  ["usage", "Plan and usage"],
  ["audit", "Audit trail"],
  ["backups", "Backups"],
] as const;

/** What another tab leaves behind. */
const ELSEWHERE: Search = {
  do: undefined,
  event: undefined,
  actor: undefined,
  action: undefined,
  surface: undefined,
  from: undefined,
  to: undefined,
};

export const CompanyPage = companyPage("Settings", CompanyOf);

function CompanyOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/company" });
  const go = useGo<Search>("/c/$company/company");
  const shown = TABS.find(([word]) => word === search.show)?.[0] ?? "profile";
  const part = { company, search, go };
  return (
    <>
      <PageHead title="Settings" />
      <Tabs
        name="Parts of the page"
        page="/c/$company/company"
        tabs={TABS}
        value={shown}
        searchOf={(word) => ({ ...ELSEWHERE, show: word === "profile" ? undefined : word })}
      />
      {shown === "profile" ? <Profile {...part} /> : null}
      {shown === "usage" ? <UsagePart company={company} /> : null}
      {shown === "audit" ? <AuditTrail {...part} /> : null}
      {shown === "backups" ? <Backups /> : null}
    </>
  );
}

/** The service does not know which backups there are, because they lie outside of it. */
function Backups() {
  return (
    <Part title="Backups">
      <p>
        Backups are made by the operator of this server, of all of its companies together, and lie outside of
        the service. So this page can’t tell when the last one was made: ask the operator.
      </p>
      <p>On the machine of the server, this makes one and keeps the last fourteen:</p>
      <pre className="co-command">
        <code>npx daybook backup /var/backups/daybook --keep 14</code>
      </pre>
      <p>
        An installation by the packaged units makes one each night. On PostgreSQL, operators use the backups
        of the database server.
      </p>
      <p>
        <a href="/docs/operating/backup">Backups in operation</a> says what a backup holds and how to try a
        restore. <a href="/docs/guides/move-out">Move out</a> says how to take this company’s books along as
        one file.
      </p>
    </Part>
  );
}
