/**
 * The frame of a company's pages: navigation, the company's name with a switch, who is signed in, the command
 * palette. On a narrow screen the navigation is a drawer.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { Fragment, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { sessionQuery } from "../api/queries.ts";
import type { Company, Session } from "../api/types.ts";
import { Icon } from "../kit/icon.tsx";
import { Modal } from "../kit/modal.tsx";
import { loadLater } from "../parts/load-later.ts";
import { StaleFeeds } from "../parts/stale-feeds.tsx";
import { StaleNote } from "../parts/stale.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import { ApiError } from "@daybook/client";
import { lastCompany, rememberCompany } from "../parts/preferences.ts";
import { CompanyMenu } from "./company-menu.tsx";
import { Exports } from "./exports.tsx";
import { Palette, PaletteButton } from "./palette.tsx";
import { addressOf, groupsOf, hasFigures, refusalOf } from "./pages.ts";
import { UserMenu } from "./user-menu.tsx";

/** Loaded with the first press on the page, or the first field of a form: before, nothing can be lost. */
const Leaving = loadLater(async () => (await import("./leaving.tsx")).Leaving);

/** The frame of a company's pages. */
export function Shell(): ReactNode {
  const { company: id } = useParams({ from: "/c/$company" });
  return <Framed id={id} />;
}

/** The frame of the user's own pages, with the navigation of the company that was open last. */
export function UserShell(): ReactNode {
  const companies = useQuery(sessionQuery).data?.companies;
  const last = companies?.find(({ id }) => id === lastCompany()) ?? companies?.[0];
  return <Framed id={last?.id} isUsers />;
}

function Framed({ id, isUsers = false }: { readonly id: string | undefined; readonly isUsers?: boolean }) {
  const session = useQuery(sessionQuery);
  const company = session.data?.companies.find((each) => each.id === id);
  useEffect(() => {
    if (company) rememberCompany(company.id);
  }, [company]);
  // A page that is shown stays, with what is typed on it, while the service does not answer.
  if (session.error && session.data === undefined)
    return (
      <main className="alone">
        <ProblemState error={session.error} retry={() => void session.refetch()} />
      </main>
    );
  if (session.data === undefined)
    return (
      <main className="alone">
        <Loading what="your companies" />
      </main>
    );
  return (
    <Frame session={session.data} company={company} isUsers={isUsers}>
      <StaleNote />
    </Frame>
  );
}

interface FrameProps {
  readonly session: Session;
  readonly company: Company | undefined;
  /** True if the page is the user's own, and needs no company. */
  readonly isUsers: boolean;
  /** What is said above the page. */
  readonly children: ReactNode;
}

function Frame({ session, company, isUsers, children }: FrameProps) {
  const [isNavigating, setNavigating] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const refusal = useRefusal(company, path, isUsers);
  useEffect(() => setNavigating(false), [path]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setFinding((isOpen) => !isOpen);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const closeNavigation = (): void => setNavigating(false);
  const find = (): void => {
    setNavigating(false);
    setFinding(true);
  };
  const navigation = <Navigation session={session} company={company} onFind={find} />;
  return (
    <div
      className="app"
      onFocusCapture={({ target }) => {
        if (target.closest("form") !== null) setUsed(true);
      }}
      onPointerDownCapture={() => setUsed(true)}
    >
      <a className="skip" href="#content">
        Skip to the page
      </a>
      <aside className="side">{navigation}</aside>
      <header className="top">
        <button
          type="button"
          className="button plain"
          aria-label="Open the navigation"
          aria-expanded={isNavigating}
          onClick={() => setNavigating(true)}
        >
          <Icon name="menu" />
        </button>
        <b dir="auto">{company?.name ?? "Daybook"}</b>
        <button
          type="button"
          className="button plain"
          aria-label="Find anything"
          aria-keyshortcuts="Control+K"
          onClick={find}
        >
          <Icon name="search" />
        </button>
      </header>
      <Modal name="Navigation" className="drawer" isOpen={isNavigating} onClose={closeNavigation}>
        <button
          type="button"
          className="button plain"
          aria-label="Close the navigation"
          onClick={closeNavigation}
        >
          <Icon name="close" />
        </button>
        {navigation}
      </Modal>
      <main id="content" tabIndex={-1}>
        <div className="page">
          {children}
          {refusal === null ? (
            <>
              {company !== undefined && hasFigures(path.split("/")[3]) ? (
                <StaleFeeds company={company} />
              ) : null}
              <Outlet />
            </>
          ) : (
            <ProblemState error={refusal} />
          )}
        </div>
      </main>
      {company === undefined ? null : <Exports key={company.id} company={company.id} />}
      <Palette
        isOpen={isFinding}
        onClose={() => setFinding(false)}
        session={session}
        company={company ?? null}
      />
      {isUsed ? (
        <Suspense>
          <Leaving />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * What the service would answer every request of a page, as far as the session tells. So a page that is open
 * gives way as soon as the session is read again, whatever it shows.
 */
function useRefusal(company: Company | undefined, path: string, isUsers: boolean): ApiError | null {
  const first = path.split("/")[3];
  const code = isUsers ? null : company === undefined ? "company_unknown" : refusalOf(company, first);
  return useMemo(
    () => (code === null ? null : new ApiError(403, { type: "permission_error", code, message: "" }, null)),
    [code],
  );
}

function Navigation(props: {
  readonly session: Session;
  readonly company: Company | undefined;
  readonly onFind: () => void;
}) {
  const { session, company, onFind } = props;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The first part of a page's address is its own.
  const isAt = (page: string): boolean => path.split("/")[3] === page.split("/")[0];
  return (
    <>
      <CompanyMenu companies={session.companies} present={company ?? null} />
      <PaletteButton onOpen={onFind} />
      {company === undefined ? null : (
        <nav aria-label="Pages">
          {groupsOf(company).map(([group, pages]) => (
            <Fragment key={group}>
              {group === "" ? null : <h2>{group}</h2>}
              <ul>
                {pages.map((page) => (
                  <li key={page.path}>
                    <Link
                      to={addressOf(company.id, page.path)}
                      aria-current={isAt(page.path) ? "page" : undefined}
                      activeProps={{}}
                    >
                      <Icon name={page.icon} />
                      {page.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </nav>
      )}
      <UserMenu session={session} company={company ?? null} />
    </>
  );
}
