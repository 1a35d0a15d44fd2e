/** The remark of an answer with figures of banks if a live feed has been incomplete for long. */
import type { Caller } from "./caller.ts";
import { isoText } from "./compact.ts";

/** Returns the remark that lines of banks are missing; none if they are not. */
export async function staleRemarks({ identity, services }: Caller): Promise<readonly string[]> {
  const since = (await services.integrations.list(identity.company_id))
    .map(({ stale_since }) => stale_since)
    .filter((time) => time !== null)
    .toSorted((a, b) => a - b)[0];
  return since === undefined
    ? []
    : [
        `LINES ARE MISSING: a live feed has not brought in all since ${isoText(since)}. Say so with any figure.`,
      ];
}
