/**
 * What a refused change says. Every form, dialog and list of the console says the same for the same refusal,
 * and what helps against it. The service's own sentence is shown if it is about the input.
 */
import { ApiError } from "@daybook/client";
import { codeOf } from "../api/service.ts";
import { plainText } from "./plain-text.ts";
import { explain, SignInLink } from "./states.tsx";

/** Refusals that say something else for a change than for a page. */
const OF_CHANGES: Readonly<Record<string, string>> = {
  unreachable:
    "The service does not answer. It may be restarting, or your connection is down. The change may have been stored: look before you send it again.",
  session_ended: "You are signed out. Nothing was changed. Sign in, then send it again.",
  foreign_request:
    "You have signed in again since this page was loaded. Nothing was changed. Reload the page.",
  insufficient_permission:
    "You may not change this. Nothing was changed. A member who can manage the team can give you that access.",
  revision_conflict:
    "Somebody else changed this in the meantime. Nothing was changed. Read it again, then make your change.",
  too_many_requests:
    "A proxy before the service has too many requests. Nothing was changed. Send it again in a moment.",
  rate_limit_exceeded:
    "Too many requests in this minute. Nothing was changed. Send it again in the next minute.",
};

/** Says why a change was refused, and what to do. */
export function refusalText(error: unknown): string {
  const ofChange = OF_CHANGES[codeOf(error) ?? ""];
  if (ofChange !== undefined) return ofChange;
  const { title, text, isKnown } = explain(error);
  if (!isKnown && error instanceof ApiError && error.status < 500) return plainText(error.message);
  return `${title}. ${text}`;
}

/** The name of the input that a change was refused for; null if it is about none. */
export function refusedParam(error: unknown): string | null {
  return error instanceof ApiError ? error.param : null;
}

interface RefusalProps {
  readonly error: unknown;
  /** Sends the change again, where there is no button beside it that does. */
  readonly retry?: () => void;
}

/** Shows why a change was refused; nothing while it was not. */
export function Refusal({ error, retry }: RefusalProps) {
  if (error === null || error === undefined) return null;
  return (
    <div className="note" role="alert">
      <p>{refusalText(error)}</p>
      {codeOf(error) === "session_ended" ? <SignInLink /> : null}
      {retry !== undefined && explain(error).passes ? (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}
