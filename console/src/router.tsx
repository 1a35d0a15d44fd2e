/**
 * The console's pages by address: `/app/c/<company>/<page>`, and `/app/me/<page>` for one's own. The query of
 * an address is plain words, so that it can be read, shared and kept.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Navigate,
  Outlet,
  type RouteComponent,
  useParams,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./api/queries.ts";
import { own } from "./api/service.ts";
import { lastCompany } from "./parts/preferences.ts";
import { EmptyState, Loading, NoPage, ProblemState } from "./kit/states.tsx";
import { Shell, UserShell } from "./shell/shell.tsx";

function Start() {
  const session = useQuery(sessionQuery);
  if (session.error) return <ProblemState error={session.error} retry={() => void session.refetch()} />;
  if (session.data === undefined) return <Loading what="your companies" />;
  const { companies } = session.data;
  const open = companies.find(({ lifecycle }) => lifecycle === "open");
  const chosen = companies.find(({ id }) => id === lastCompany()) ?? open ?? companies[0];
  if (chosen === undefined)
    return (
      <main className="alone">
        <EmptyState title="You are not a member of any company">
          <p>
            An invitation to a company comes by mail. The operator of this server can also add you to one.
          </p>
          <p>
            <a href="/app/password">Change your password</a>
          </p>
        </EmptyState>
      </main>
    );
  return <Navigate to="/c/$company/overview" params={{ company: chosen.id }} replace />;
}

function CompanyStart(): ReactNode {
  const { company } = useParams({ from: "/c/$company" });
  return <Navigate to="/c/$company/overview" params={{ company }} replace />;
}

/**
 * A page that the browser loads when it is opened first. If it can't be loaded, the session is asked for. So
 * a service that does not answer is shown as on any page. If the service answers, the page was built anew,
 * and the router reloads the document.
 */
function lazyPage<Module extends object>(load: () => Promise<Module>, name: string & keyof Module) {
  return lazyRouteComponent(async () => {
    // The bundler asks only once for the styles of a page.
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
      if (link.sheet === null) link.replaceWith(link.cloneNode());
    try {
      return await load();
    } catch (error) {
      await own.getSession();
      throw error;
    }
  }, name) as RouteComponent;
}

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NoPage });
const startRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Start });
// The frame stays around a page that does not exist, so that the navigation leads on.
const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/c/$company",
  component: Shell,
  notFoundComponent: NoPage,
});
const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/me",
  component: UserShell,
  notFoundComponent: NoPage,
});
const sessionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/sessions",
  component: lazyPage(() => import("./account/sessions-page.tsx"), "SessionsPage"),
});
const companyStartRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: "/",
  component: CompanyStart,
});

/** The address of a statement that was cut by hand. */
const statementsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: "/statements",
  component: function StatementsStart(): ReactNode {
    const { company } = useParams({ from: "/c/$company" });
    return (
      <Navigate to="/c/$company/statements/$statement" params={{ company, statement: "income" }} replace />
    );
  },
});

function PageProblem({ error, reset }: ErrorComponentProps): ReactNode {
  const retry = (): void => {
    // Loads the page again, if it was not loaded.
    void router.invalidate().then(reset);
  };
  return <ProblemState error={error} retry={retry} />;
}

/** Keeps what is a text, whatever the address holds. */
function textsOf(given: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** A page that the browser loads when it is opened first. */
const pageRoute = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => companyRoute, path, validateSearch: textsOf, component });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    companyRoute.addChildren([
      companyStartRoute,
      pageRoute(
        "/overview",
        lazyPage(() => import("./overview/overview-page.tsx"), "OverviewPage"),
      ),
      statementsRoute,
      pageRoute(
        "/statements/ledger",
        lazyPage(() => import("./ledger/ledger-page.tsx"), "LedgerPage"),
      ),
      pageRoute(
        "/statements/$statement",
        lazyPage(() => import("./statements/statement-page.tsx"), "Statements"),
      ),
      pageRoute(
        "/transactions",
        lazyPage(() => import("./transactions/transactions-page.tsx"), "TransactionsPage"),
      ),
      pageRoute(
        "/journal",
        lazyPage(() => import("./journal/journal-page.tsx"), "JournalPage"),
      ),
      pageRoute(
        "/close",
        lazyPage(() => import("./close/close-page.tsx"), "ClosePage"),
      ),
      pageRoute(
        "/sheets",
        lazyPage(() => import("./sheets/list-page.tsx"), "SheetsPage"),
      ),
      pageRoute(
        "/sheets/$sheet",
        lazyPage(() => import("./sheets/editor-page.tsx"), "SheetPage"),
      ),
      pageRoute(
        "/invoices",
        lazyPage(() => import("./open-items/open-items-page.tsx"), "InvoicesPage"),
      ),
      pageRoute(
        "/bills",
        lazyPage(() => import("./open-items/open-items-page.tsx"), "BillsPage"),
      ),
      pageRoute(
        "/filings",
        lazyPage(() => import("./filings/filings-page.tsx"), "FilingsPage"),
      ),
      pageRoute(
        "/chart",
        lazyPage(() => import("./chart/chart-page.tsx"), "ChartPage"),
      ),
      pageRoute(
        "/accounts",
        lazyPage(() => import("./accounts/accounts-page.tsx"), "AccountsPage"),
      ),
      pageRoute(
        "/accounts/$account/reconcile",
        lazyPage(() => import("./reconcile/reconcile-page.tsx"), "ReconcilePage"),
      ),
      pageRoute(
        "/import",
        lazyPage(() => import("./imports/imports-page.tsx"), "ImportsPage"),
      ),
      pageRoute(
        "/rules",
        lazyPage(() => import("./rules/rules-page.tsx"), "RulesPage"),
      ),
      pageRoute(
        "/schedules",
        lazyPage(() => import("./schedules/schedules-page.tsx"), "SchedulesPage"),
      ),
      pageRoute(
        "/connections",
        lazyPage(() => import("./connections/connections-page.tsx"), "ConnectionsPage"),
      ),
      pageRoute(
        "/team",
        lazyPage(() => import("./team/team-page.tsx"), "TeamPage"),
      ),
      pageRoute(
        "/company",
        lazyPage(() => import("./company/company-page.tsx"), "CompanyPage"),
      ),
      pageRoute(
        "/developers",
        lazyPage(() => import("./developers/developers-page.tsx"), "DevelopersPage"),
      ),
    ]),
    userRoute.addChildren([sessionsRoute]),
  ]),
  basepath: "/app",
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string" && pair[1] !== "",
    );
    return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  },
  defaultNotFoundComponent: NoPage,
  defaultErrorComponent: PageProblem,
  // The code of a page takes as long as any request.
  defaultPendingComponent: () => <Loading what="the page" />,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
});

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: typeof router;
  }
}
