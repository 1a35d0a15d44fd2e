/** The statements and the general ledger, of the same days, as tabs of one page. */
import { Link } from "@tanstack/react-router";
import { LEDGER, STATEMENTS, type StatementName } from "./pages.ts";

interface StatementTabsProps {
  readonly company: string;
  /** What is shown. */
  readonly present: StatementName | "ledger";
  /** What the addresses of the others say of the days, and of how they are shown. */
  readonly search: { readonly from: string; readonly to: string };
}

export function StatementTabs({ company, present, search }: StatementTabsProps) {
  return (
    <nav className="tabs" aria-label="Statements">
      {Object.entries(STATEMENTS).map(([statement, { name }]) => (
        <Link
          key={statement}
          to="/c/$company/statements/$statement"
          params={{ company, statement }}
          search={search}
          activeProps={{}}
          aria-current={statement === present ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
      <Link
        to="/c/$company/statements/ledger"
        params={{ company }}
        search={{ from: search.from, to: search.to }}
        activeProps={{}}
        aria-current={present === "ledger" ? "page" : undefined}
      >
        {LEDGER.name}
      </Link>
    </nav>
  );
}
