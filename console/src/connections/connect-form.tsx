/** Connects a vendor: by a token or key that it gave, or by signing in on a page of its own. */
import type { ConnectionChange } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { DayInput } from "../kit/day-input.tsx";
import { useDraft } from "../kit/draft.ts";
import { Form, TextField } from "../kit/form.tsx";
import { useChange, type Vendor } from "./queries.ts";

/** What each vendor gives, and where. */
const GIVEN: Readonly<Record<Vendor["key"], readonly [label: string, note: string]>> = {
  simplefin: [
    "Setup token",
    "Connect your banks at SimpleFIN Bridge and make a setup token there. It can be used once.",
  ],
  stripe: [
    "Restricted API key",
    "Made in Stripe’s dashboard. It may read the balance and balance transactions; more is not needed.",
  ],
  mercury: ["API token", "Made in Mercury’s settings. A read-only token is enough."],
  plaid: ["Link token", ""],
};

/** The field for the token or key that a vendor gave. */
export function GivenField(props: {
  readonly vendor: Vendor["key"];
  readonly value: string;
  /** A sentence after what the vendor gives. */
  readonly more?: string;
  readonly onText: (given: string) => void;
}) {
  const { vendor, value, more, onText } = props;
  const [label, note] = GIVEN[vendor];
  return (
    <TextField
      label={label}
      type="password"
      dir="ltr"
      value={value}
      required
      autoComplete="off"
      spellCheck={false}
      autoFocus
      note={more === undefined ? note : `${note} ${more}`}
      onText={onText}
    />
  );
}

interface ConnectFormProps {
  readonly company: Company;
  readonly vendor: Vendor;
  readonly onClose: () => void;
  readonly onConnected: (change: ConnectionChange) => void;
}

export function ConnectForm({ company, vendor, onClose, onConnected }: ConnectFormProps) {
  const { key, name, has_sessions, past_days } = vendor;
  const [{ given, since }, write] = useDraft({ given: "", since: "" });
  const day = since === "" ? null : since;
  const session = useChange(
    company.id,
    () => ownOf(company.id).beginSignIn({ vendor: key, since: day }),
    () => {},
  );
  const connect = useChange(
    company.id,
    () =>
      ownOf(company.id).connectVendor({ vendor: key, given: session.data?.link_token ?? given, since: day }),
    onConnected,
  );
  const error = connect.error ?? session.error;
  const isSigningIn = has_sessions && session.data === undefined;
  return (
    <Form
      verb={isSigningIn ? "Begin to sign in" : has_sessions ? "I have signed in" : `Connect ${name}`}
      isBusy={connect.isPending || session.isPending}
      error={error}
      onSend={() => (isSigningIn ? session.mutate(undefined) : connect.mutate(undefined))}
      onClose={onClose}
    >
      {has_sessions ? null : (
        <GivenField vendor={key} value={given} onText={(text) => write({ given: text })} />
      )}
      {session.data === undefined ? (
        <DayInput
          label="Import from"
          value={since}
          param="since"
          note={`Without a day, from 90 days ago; at most ${past_days} days back. If bank files were uploaded, choose the day after their last line, or lines come in twice.`}
          onDay={(to) => write({ since: to })}
        />
      ) : (
        <SignIn name={name} url={session.data.url} expires={session.data.expires} />
      )}
      <p className="hint">
        It is stored encrypted and is never shown again. Nothing is read before you choose which account of
        the books each account feeds.
      </p>
    </Form>
  );
}

/** The vendor's page, which opens beside this one. */
export function SignIn(props: {
  readonly name: string;
  readonly url: string | null;
  readonly expires: string;
}) {
  const { name, url, expires } = props;
  return url === null || !url.startsWith("https://") ? (
    <p className="note" role="alert">
      {name} gave no page to sign in at. Its account of this server needs Hosted Link; whoever runs the server
      can ask for it.
    </p>
  ) : (
    <p>
      <a className="button primary" href={url} target="_blank" rel="noopener noreferrer">
        Sign in at {name}
      </a>{" "}
      <small className="soft">in a new tab, before {expires}</small>
    </p>
  );
}
