/** What the service says about a change that it refused. */
import { ApiError } from "@daybook/client";
import { codeOf } from "../api/service.ts";
import { ProblemNote } from "../parts/states.tsx";

/** Shows the sentence of a refusal; anything else as what is in the way. */
export function Refused({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const saysIt = ["invalid_request", "idempotency_key_conflict", "transaction_update_failed"];
  if (error instanceof ApiError && saysIt.includes(codeOf(error) ?? ""))
    return (
      <p className="problem" role="alert">
        {error.message}
      </p>
    );
  return <ProblemNote error={error} retry={retry} />;
}
