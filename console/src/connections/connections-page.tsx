/**
 * Connections: what is connected and how it is, what needs a person, and all integrations with their states.
 * Beside them one connection, or the form that makes one. All of the page's state is in its address.
 */
import type { Integration } from "@daybook/client";
import { Link, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import type { Connections } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { useFocusBack } from "../kit/focus-back.ts";
import { Panel } from "../kit/panel.tsx";
import { Read } from "../parts/read.tsx";
import { EmptyState } from "../kit/states.tsx";
import { Tag, type TagLook } from "../kit/tag.tsx";
import { timeText } from "../kit/times.ts";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectionView } from "./connection.tsx";
import { healthOf, HealthTag, mayFeed } from "./health.tsx";
import { type Connection, useConnections, useIntegrations } from "./queries.ts";
import "./connections.css";
import { companyPage } from "../parts/company-page.tsx";

/** The query of the address. */
export interface Search {
  readonly connection?: string | undefined;
  /** The vendor that the form connects. */
  readonly connect?: string | undefined;
}

const CLOSED: Search = { connection: undefined, connect: undefined };

export const ConnectionsPage = companyPage("Connections", Page);

function Page({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/connections" });
  const [said, setSaid] = useState("");
  const go = useGo<Search>("/c/$company/connections");
  const query = useConnections(company.id);
  return (
    <div className="co">
      <PageHead title="Connections" />
      <p className="says" role="status">
        {said}
      </p>
      <Read isMain query={query} what="the connections">
        {(data) => <Body company={company} all={data} search={search} go={go} onSay={setSaid} />}
      </Read>
    </div>
  );
}

interface BodyProps {
  readonly company: Company;
  readonly all: Connections;
  readonly search: Search;
  readonly go: (change: Search) => void;
  readonly onSay: (what: string) => void;
}

function Body(props: BodyProps) {
  const { company, all, search, go } = props;
  const isOpen = search.connection !== undefined || (search.connect !== undefined && mayFeed(company));
  const needing = all.connections.filter((each) => healthOf(each).needsPerson);
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        {all.connections.length === 0 ? (
          <EmptyState isBelow title="No connections yet">
            <p>
              A connection brings the lines of a bank or payment service into the books by itself, every few
              hours. It needs an account at one of the services below. Without one, files of the bank do the
              same by hand.
            </p>
            {company.permissions.transactions === "manage" ? (
              <p>
                <Link className="button" to="/c/$company/transactions" params={{ company: company.id }}>
                  Upload bank files at Transactions
                </Link>
              </p>
            ) : null}
          </EmptyState>
        ) : (
          <section aria-labelledby="co-connected">
            <h2 id="co-connected">
              {needing.length === 0
                ? "Connected"
                : needing.length === 1
                  ? "A connection needs you"
                  : `${needing.length} connections need you`}
            </h2>
            <DataTable
              caption="Connections, those that need a person first"
              columns={COLUMNS}
              rows={[...needing, ...all.connections.filter((each) => !needing.includes(each))]}
              keyOf={({ id }) => id}
              opened={search.connection}
              onOpen={({ id }) => go({ ...CLOSED, connection: id })}
            />
          </section>
        )}
        <Vendors {...props} />
        <Integrations company={company.id} connections={all.connections} />
      </div>
      {isOpen ? <Beside {...props} /> : null}
    </div>
  );
}

const accountsOf = ({ accounts }: Connection): string => {
  const fed = accounts.filter(({ account_id }) => account_id !== null);
  return (fed.length === 0 ? accounts : fed).map(({ name }) => name).join(", ");
};

const COLUMNS: readonly TableColumn<Connection>[] = [
  { head: "Service", cell: ({ vendor_name }) => vendor_name, by: ({ vendor_name }) => vendor_name },
  {
    head: "Accounts",
    cell: (connection) => accountsOf(connection) || <span className="soft">None are listed yet</span>,
    by: accountsOf,
    isWide: true,
  },
  {
    head: "State",
    cell: (connection) => <HealthTag health={healthOf(connection)} />,
    by: (connection) => healthOf(connection).name,
  },
  {
    head: "Last read",
    cell: ({ pulled_at }) =>
      pulled_at === null ? <span className="soft">Not yet</span> : timeText(pulled_at),
    by: ({ pulled_at }) => pulled_at ?? 0,
  },
];

/** What can be connected here, or what an operator sets before. */
function Vendors({ company, all, go }: BodyProps) {
  const problems = [...new Set(all.vendors.map(({ problem }) => problem))].filter((each) => each !== null);
  return (
    <section aria-labelledby="co-vendors">
      <h2 id="co-vendors">Connect a bank or payment service</h2>
      {!mayFeed(company) ? (
        <p className="soft">Members who manage connections and transactions can connect one.</p>
      ) : (
        <p className="buttons">
          {all.vendors
            .filter(({ problem }) => problem === null)
            .map(({ key, name }) => (
              <button
                key={key}
                type="button"
                className="button"
                data-opens={`connect ${key}`}
                onClick={() => go({ ...CLOSED, connect: key })}
              >
                Connect {name}
              </button>
            ))}
        </p>
      )}
      {problems.map((problem) => (
        <details key={problem} className="note">
          <summary>
            {all.vendors
              .filter((each) => each.problem === problem)
              .map(({ name }) => name)
              .join(", ")}{" "}
            can’t be connected on this server yet. Setup steps
          </summary>
          <p>For whoever runs this server: {codeIn(problem)}</p>
        </details>
      ))}
      <p>
        <a className="button" href="/docs/guides/live-feeds">
          How live feeds work, in the documents
        </a>
      </p>
    </section>
  );
}

const STATES: Readonly<Record<string, readonly [look: TagLook, name: string]>> = {
  connected: ["good", "Connected"],
  not_connected: ["plain", "Not connected"],
  requires_reconnect: ["warn", "Needs a person to sign in again"],
  pending: ["wait", "Being set up"],
};
const stateOf = ({ status }: Integration): readonly [look: TagLook, name: string] =>
  STATES[status] ?? ["plain", status];
const TYPES: Readonly<Record<string, string>> = {
  banking: "Banking",
  payments: "Payments",
  payroll: "Payroll",
  accounting: "Accounting",
  notifications: "Notifications",
};

const SERVICES: readonly TableColumn<Integration>[] = [
  { head: "Service", cell: ({ name }) => name, by: ({ name }) => name },
  { head: "For", cell: ({ type }) => TYPES[type] ?? type, by: ({ type }) => TYPES[type] ?? type },
  {
    head: "State",
    cell: (integration) => {
      const [look, name] = stateOf(integration);
      return (
        <>
          <Tag look={look}>{name}</Tag>{" "}
          {integration.stale_since ? (
            <small className="soft">not all since {timeText(integration.stale_since)}</small>
          ) : null}
        </>
      );
    },
    by: (integration) => stateOf(integration)[1],
  },
];

function Integrations(props: { readonly company: string; readonly connections: readonly Connection[] }) {
  const query = useIntegrations(props.company);
  const isReadHere = (key: string): boolean => props.connections.some(({ vendor }) => vendor === key);
  // Those that are read here stand above, with what a person can do.
  const needing = (query.data ?? []).filter(
    ({ key, status }) => status === "requires_reconnect" && !isReadHere(key),
  );
  return (
    <section aria-labelledby="co-integrations">
      <h2 id="co-integrations">Available connections</h2>
      {needing.length === 0 ? null : (
        <p className="note">
          <strong>{needing.map(({ name }) => name).join(", ")}: somebody has to sign in again.</strong> This
          server does not read {needing.length === 1 ? "it" : "them"} itself. Sign in where the service is
          connected; then the operator of this server reports the new state.
        </p>
      )}
      <Read query={query} what="the services">
        {(integrations: readonly Integration[]) => (
          <DataTable
            caption="Services that are available to this company"
            columns={SERVICES}
            rows={integrations}
            keyOf={({ key }) => key}
          />
        )}
      </Read>
      {needing.length > 0 ? null : (
        <p className="foot">
          The operator of this server reports the states of services that it does not read itself.
        </p>
      )}
    </section>
  );
}

/** What is open beside the lists. */
function Beside({ company, all, search, go, onSay }: BodyProps) {
  const opened = search.connect === undefined ? (search.connection ?? "") : `connect ${search.connect}`;
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const panel = { onClose: close, focusKey: opened };
  const vendor = all.vendors.find(({ key }) => key === search.connect);
  if (search.connect !== undefined && vendor !== undefined)
    return (
      <Panel {...panel} name="Connect" title={`Connect ${vendor.name}`}>
        {vendor.problem === null ? (
          <ConnectForm
            key={vendor.key}
            company={company}
            vendor={vendor}
            onClose={close}
            onConnected={({ connection, problems }) => {
              go({ ...CLOSED, connection: connection.id });
              onSay([`${connection.vendor_name} is connected.`, ...problems].join(" "));
            }}
          />
        ) : (
          <p className="note">{vendor.problem}</p>
        )}
      </Panel>
    );
  const connection = all.connections.find(({ id }) => id === search.connection);
  return (
    <Panel {...panel} name="Connection" title={connection?.vendor_name ?? "Not there"}>
      {connection === undefined ? (
        <EmptyState isBelow title="There is no such connection">
          <p>It was ended, or the address is wrong.</p>
        </EmptyState>
      ) : (
        <ConnectionView
          key={connection.id}
          company={company}
          connection={connection}
          vendor={all.vendors.find(({ key }) => key === connection.vendor)}
          onGone={close}
          onSay={onSay}
        />
      )}
    </Panel>
  );
}

/** A sentence of the service, in which a command stands between backticks. */
const codeIn = (text: string): ReactNode[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
