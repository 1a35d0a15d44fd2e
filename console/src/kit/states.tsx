/**
 * The states of a page that has nothing to show: it loads, there is nothing yet, or something is in the way.
 */
import { ApiError } from "@daybook/client";
import type { ReactNode } from "react";
import { codeOf } from "../api/service.ts";
import { plainText } from "./plain-text.ts";

export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="state" role="status">
      <p className="loading">Loading {what}…</p>
    </div>
  );
}

/** A heading of the page, or below the page's own. */
interface Placed {
  readonly isBelow?: boolean;
}

function Heading({ isBelow = false, children }: Placed & { readonly children: string }) {
  return isBelow ? <h2>{children}</h2> : <h1>{children}</h1>;
}

export function EmptyState(props: Placed & { readonly title: string; readonly children: ReactNode }) {
  const { title, children, isBelow = false } = props;
  return (
    <section className="state">
      <Heading isBelow={isBelow}>{title}</Heading>
      {children}
    </section>
  );
}

interface Explained {
  readonly title: string;
  readonly text: string;
  /** True if sending the request again may help. */
  readonly passes: boolean;
  /** True if these words are the console's own. */
  readonly isKnown: boolean;
}

/** What a refusal means for the person who meets it. */
const EXPLAINED: Readonly<Record<string, Omit<Explained, "isKnown">>> = {
  unreachable: {
    title: "The service does not answer",
    text: "It may be restarting, or your connection is down. Nothing that you did is lost.",
    passes: true,
  },
  unreadable: {
    title: "The answer can't be read",
    text: "It did not come from this service, perhaps from a proxy before it. If it stays so, tell the operator of this server.",
    passes: true,
  },
  internal_error: {
    title: "The service has failed",
    text: "Something went wrong on its side; nothing was changed. If it stays so, tell the operator of this server.",
    passes: true,
  },
  service_unavailable: {
    title: "The service is not ready",
    text: "It is starting, or has too much to do. Try again in a moment.",
    passes: true,
  },
  foreign_request: {
    title: "This page is older than your session",
    text: "You have signed in again since it was loaded. Reload the page.",
    passes: false,
  },
  insufficient_permission: {
    title: "You may not see this",
    text: "Your access to this company does not include this page. A member who can manage the team can change that.",
    passes: false,
  },
  company_unknown: {
    title: "This is not one of your companies",
    text: "The address names a company of which you are not a member. Choose one of yours at the top left.",
    passes: false,
  },
  user_removed_from_company: {
    title: "You are no longer on this company's team",
    text: "Your access to it has ended. Choose another company at the top left.",
    passes: false,
  },
  company_closed: {
    title: "This company is closed",
    text: "Its books are kept, and can't be opened here. The operator of this server can open it again.",
    passes: false,
  },
  subscription_required: {
    title: "This company has no active subscription",
    text: "Its trial has ended, or its subscription is not paid. The books are kept, and open again with it.",
    passes: false,
  },
  feature_disabled: {
    title: "This company does not have this feature",
    text: "The operator of this server can turn it on.",
    passes: false,
  },
  invalid_date_range: {
    title: "So many columns do not fit",
    text: "A statement has columns for at most ten years. Choose fewer days, or one column for all of them.",
    passes: false,
  },
  rate_limit_exceeded: {
    title: "Too many requests in this minute",
    text: "The next minute is open again.",
    passes: true,
  },
  too_many_requests: {
    title: "Too many requests",
    text: "A proxy before the service asks to wait. Nothing that you did is lost. Try again in a moment.",
    passes: true,
  },
  resource_missing: {
    title: "This is not there any more",
    text: "It was deleted, or the address is wrong.",
    passes: false,
  },
};

/** True if the service will refuse the same request again. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

export function explain(error: unknown): Explained {
  const known = EXPLAINED[codeOf(error) ?? ""];
  if (known !== undefined) return { ...known, isKnown: true };
  if (isRefused(error))
    return {
      title: "The page can’t show this",
      text: `${plainText(error.message)} Change what the page is asked for, or open it without conditions.`,
      passes: false,
      isKnown: false,
    };
  return {
    title: "This did not work",
    text: error instanceof Error ? error.message : "Something went wrong.",
    passes: true,
    isKnown: false,
  };
}

/** The id by which an operator finds the request in the logs; only a failure of the service needs it. */
function requestOf(error: unknown): string {
  const isFailure = error instanceof ApiError && error.status >= 500 && error.requestId !== null;
  return isFailure ? ` The request is ${error.requestId}.` : "";
}

/** Says what is in the way, and offers what helps. */
export function ProblemState(props: Placed & { readonly error: unknown; readonly retry?: () => void }) {
  const { error, retry, isBelow = false } = props;
  if (codeOf(error) === "session_ended") return <SignedOut isBelow={isBelow} />;
  const { title, text, passes } = explain(error);
  return (
    <section className="state" role="alert">
      <Heading isBelow={isBelow}>{title}</Heading>
      <p>
        {text}
        {requestOf(error)}
      </p>
      {passes && retry !== undefined ? (
        <p>
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </p>
      ) : null}
      <WithoutConditions error={error} />
    </section>
  );
}

/** The same in a panel beside a page, in a line or two. */
export function ProblemNote({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  if (codeOf(error) === "session_ended")
    return (
      <div className="note" role="alert">
        <p>
          <strong>You are signed out.</strong> Sign in to come back to this page.
        </p>
        <SignInLink />
      </div>
    );
  const { title, text, passes } = explain(error);
  return (
    <div className="note" role="alert">
      <p>
        <strong>{title}.</strong> {text}
        {requestOf(error)}
      </p>
      {passes ? (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      ) : null}
      <WithoutConditions error={error} />
    </div>
  );
}

/** Leads out of a page whose conditions the service refuses. */
function WithoutConditions({ error }: { readonly error: unknown }) {
  if (explain(error).isKnown || !isRefused(error) || location.search === "") return null;
  return (
    <p>
      <a className="button" href={location.pathname}>
        Open it without conditions
      </a>
    </p>
  );
}

/** Leads to signing in, and back to this page. */
export function SignInLink() {
  const back = `${location.pathname}${location.search}`;
  return (
    <a className="button primary" href={`/app/sign-in?to=${encodeURIComponent(back)}`}>
      Sign in
    </a>
  );
}

function SignedOut({ isBelow = false }: Placed) {
  return (
    <section className="state" role="alert">
      <Heading isBelow={isBelow}>You are signed out</Heading>
      <p>
        A session ends after twelve hours, and when the password changes. Sign in to come back to this page.
      </p>
      <p>
        <SignInLink />
      </p>
    </section>
  );
}

export function NoPage() {
  return (
    <EmptyState title="No such page">
      <p>There is no page at this address. Press Ctrl K to find one.</p>
    </EmptyState>
  );
}
