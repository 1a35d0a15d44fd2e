/**
 * One connection: how it is, which account of the books each of its accounts feeds, and what a person can do.
 */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Select } from "../kit/select.tsx";
import { Button } from "../kit/button.tsx";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { dayText } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Form } from "../kit/form.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { timeText } from "../kit/times.ts";
import { GivenField, SignIn } from "./connect-form.tsx";
import { healthOf, HealthTag, mayFeed } from "./health.tsx";
import { type Connection, isBeingRead, isDue, useAccounts, useChange, type Vendor } from "./queries.ts";

interface ConnectionViewProps {
  readonly company: Company;
  readonly connection: Connection;
  readonly vendor: Vendor | undefined;
  readonly onGone: () => void;
  /** Says aloud what was done. */
  readonly onSay: (what: string) => void;
}

export function ConnectionView(props: ConnectionViewProps) {
  const { company, connection, vendor, onGone, onSay } = props;
  const [step, setStep] = useState<"read" | "renew" | "end">("read");
  const { id, vendor_name: name } = connection;
  const sync = useChange(
    company.id,
    () => ownOf(company.id).syncConnection(id),
    () => onSay(`${name} is read next, in the background.`),
  );
  const end = useChange(
    company.id,
    () => ownOf(company.id).disconnectVendor(id),
    ({ is_revoked, removed }) => {
      onGone();
      onSay(
        `${name} is disconnected, and its secret deleted. Pending lines removed: ${removed}.${
          is_revoked ? "" : ` End the access at ${name} too: revoke the token or key there.`
        }`,
      );
    },
  );
  const health = healthOf(connection);
  const canSign = company.permissions.integrations === "manage";
  const isLost = connection.status === "requires_reconnect";
  return (
    <>
      <p className="sum">
        <HealthTag health={health} />
      </p>
      {connection.detail === null ? null : (
        <p className={isLost ? "note" : "soft"} dir="auto">
          {connection.detail}
        </p>
      )}
      <Missing company={company} connection={connection} onSay={onSay} />
      {step === "renew" ? (
        <Renew {...props} onClose={() => setStep("read")} />
      ) : step === "end" ? (
        <div className="note" role="group" aria-label="Disconnect">
          <p>
            No more lines come in. Booked lines stay in the books; pending ones are removed, because nobody
            would book them. Connecting again needs a new token or sign-in.
          </p>
          <p className="buttons">
            <Button
              className="button primary"
              autoFocus
              isBusy={end.isPending}
              onClick={() => end.mutate(undefined)}
            >
              Disconnect {name}
            </Button>
            <button type="button" className="button" onClick={() => setStep("read")}>
              Keep it
            </button>
          </p>
        </div>
      ) : canSign ? (
        <p className="buttons">
          <button
            type="button"
            className={isLost ? "button primary" : "button"}
            disabled={vendor?.problem !== null}
            onClick={() => setStep("renew")}
          >
            {vendor?.has_sessions === true ? "Sign in again" : "Update credentials"}
          </button>
          <Button
            className="button"
            isBusy={sync.isPending || isBeingRead(connection)}
            onClick={() => sync.mutate(undefined)}
          >
            {isBeingRead(connection) ? "Being read…" : "Read now"}
          </Button>
          {mayFeed(company) ? (
            <button type="button" className="button" onClick={() => setStep("end")}>
              Disconnect
            </button>
          ) : null}
        </p>
      ) : null}
      <Refusal error={sync.error ?? end.error} />
      <Accounts {...props} />
      <Facts
        facts={[
          ["Read", connection.pulled_at === null ? "Not yet" : timeText(connection.pulled_at)],
          ["Read next", isDue(connection) ? "Now" : timeText(connection.next_pull_at)],
          ["Failures in a row", connection.failures === 0 ? null : connection.failures],
          ["Lines from", dayText(connection.since)],
          ["Connected", timeText(connection.created)],
          ["Id", <code key="id">{id}</code>],
        ]}
      />
    </>
  );
}

/** What does not come in: nothing, because no worker runs or the vendor fails for long, or single lines. */
function Missing({
  company,
  connection,
  onSay,
}: Pick<ConnectionViewProps, "company" | "connection" | "onSay">) {
  const { id, vendor_name: name, is_waiting, next_pull_at, stale_since, skipped } = connection;
  const dismiss = useChange(
    company.id,
    (lines: readonly string[]) => ownOf(company.id).dismissSkippedLines(id, { lines }),
    () => onSay("Dismissed: listed no more."),
  );
  return (
    <>
      {is_waiting ? (
        <p className="note">
          {name} has been due since {timeText(next_pull_at)}, and no worker reads it: none runs, or all are
          busy. Whoever runs this server has to start one.
        </p>
      ) : null}
      {stale_since === null ? null : (
        <p className="note">
          Not all lines have come in since {timeText(stale_since)}. Balances and statements lack what has
          happened since.
        </p>
      )}
      {skipped.length === 0 ? null : (
        <section className="note" aria-labelledby="co-skipped">
          <h3 id="co-skipped">
            {skipped.length === 1 ? "A line can’t be read" : `${skipped.length} lines can’t be read`}
          </h3>
          <p>
            {skipped.length === 1 ? "It is" : "They are"} not in the books. Add what is missing by hand, or
            ask {name}.
            {skipped.some(({ line }) => line === null)
              ? " While one without an id is sent, pending lines of its account stay, so booked ones may count twice."
              : null}
          </p>
          <ul className="bullets">
            {skipped.map((line) => (
              <li key={line.id}>
                {line.reason} Sent since {timeText(line.first_sent_at)}
                {line.is_read_again ? ", read again once a day" : ", and read again no more"}:{" "}
                <code dir="auto">{line.sent}</code>{" "}
                {mayFeed(company) ? (
                  <Button
                    className="button plain"
                    isBusy={dismiss.isPending}
                    onClick={() => dismiss.mutate([line.id])}
                  >
                    Dismiss
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
          {mayFeed(company) && skipped.length > 1 ? (
            <Button
              className="button"
              isBusy={dismiss.isPending}
              onClick={() => dismiss.mutate(skipped.map((line) => line.id))}
            >
              Dismiss all {skipped.length}
            </Button>
          ) : null}
          <Refusal error={dismiss.error} />
        </section>
      )}
    </>
  );
}

/** A new token or key, or a new sign-in at the vendor. */
function Renew(props: ConnectionViewProps & { readonly onClose: () => void }) {
  const { company, connection, vendor, onSay, onClose } = props;
  const [given, setGiven] = useState("");
  const hasSessions = vendor?.has_sessions === true;
  const session = useChange(
    company.id,
    () => ownOf(company.id).beginSignIn({ vendor: connection.vendor, reconnect: connection.id }),
    () => {},
  );
  const renew = useChange(
    company.id,
    () => ownOf(company.id).renewConnection(connection.id, { given }),
    ({ problems }) => {
      onClose();
      onSay([`${connection.vendor_name} goes on.`, ...problems].join(" "));
    },
  );
  // After a sign-in at the vendor nothing is to be stored here; the next read finds it.
  const sync = useChange(
    company.id,
    () => ownOf(company.id).syncConnection(connection.id),
    () => {
      onClose();
      onSay(`${connection.vendor_name} is read next, and goes on if the sign-in was completed.`);
    },
  );
  return (
    <Form
      verb={!hasSessions ? "Renew" : session.data === undefined ? "Begin to sign in" : "I have signed in"}
      isBusy={renew.isPending || session.isPending || sync.isPending}
      error={renew.error ?? session.error ?? sync.error}
      onSend={() => (!hasSessions ? renew : session.data === undefined ? session : sync).mutate(undefined)}
      onClose={onClose}
    >
      {hasSessions ? null : (
        <GivenField
          vendor={connection.vendor}
          value={given}
          more="The connection keeps its accounts."
          onText={setGiven}
        />
      )}
      {session.data === undefined ? null : (
        <SignIn name={connection.vendor_name} url={session.data.url} expires={session.data.expires} />
      )}
    </Form>
  );
}

const NONE = "none";

/** The accounts at the vendor, each with the account of the books that it feeds. */
function Accounts({ company, connection, onSay }: ConnectionViewProps) {
  const canMap = mayFeed(company);
  const canSee = company.permissions.transactions !== "none";
  const books = useAccounts(company.id, canSee);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const map = useChange(
    company.id,
    () =>
      ownOf(company.id).mapConnection(connection.id, {
        accounts: [...chosen].map(([id, account]) => ({ id, account_id: account === NONE ? null : account })),
      }),
    () => {
      setChosen(new Map());
      onSay("The accounts are chosen. Earlier lines come in too, in the background.");
    },
  );
  if (connection.accounts.length === 0)
    return <p className="soft">{connection.vendor_name} has named no accounts yet.</p>;
  const nameOf = (id: string): string => books.data?.find((each) => each.id === id)?.name ?? id;
  return (
    <>
      <h3>Accounts</h3>
      <ul className="rows">
        {connection.accounts.map(({ id, name, currency, account_id }) => (
          <li key={id}>
            <span className="what">
              <b dir="auto">{name}</b>
              <small>
                {currency} · <code>{id}</code>
              </small>
            </span>
            {canMap && currency.toUpperCase() === "USD" ? (
              <Select
                label={`${name} feeds`}
                value={chosen.get(id) ?? account_id ?? NONE}
                choices={[
                  [NONE, "not read"],
                  ...(books.data ?? []).map((each) => [each.id, each.name] as const),
                ]}
                onChoose={(value) => setChosen(new Map([...chosen, [id, value]]))}
              />
            ) : account_id === null ? (
              <span className="soft">
                {currency.toUpperCase() === "USD" ? "not read" : "only USD is read"}
              </span>
            ) : null}
            {account_id !== null && canSee ? (
              <Link
                className="button plain"
                to="/c/$company/transactions"
                params={{ company: company.id }}
                search={{ account: account_id }}
                aria-label={`Transactions of ${nameOf(account_id)}`}
              >
                {nameOf(account_id)}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {canMap && books.data?.length === 0 ? (
        <p className="note">
          The books have no accounts yet.{" "}
          <Link to="/c/$company/accounts" params={{ company: company.id }} search={{ do: "add" }}>
            Add the account that this bank feeds
          </Link>
          , then choose it here.
        </p>
      ) : null}
      {chosen.size === 0 ? null : (
        <p className="buttons">
          <Button className="button primary" isBusy={map.isPending} onClick={() => map.mutate(undefined)}>
            {map.isPending ? "Reading first…" : "Choose these accounts"}
          </Button>
          <button type="button" className="button" onClick={() => setChosen(new Map())}>
            Cancel
          </button>
        </p>
      )}
      <Refusal error={map.error} />
    </>
  );
}
