/**
 * Carries out an operation for the operator of this machine, whose access to the machine is the permission:
 * no key, no session and no limits. The input is read by the operation's card, as that of a request is.
 */
import { RepeatedOutput, type Bound, type Call } from "../../contract/operation.ts";
import type { Params } from "../../contract/params.ts";
import { WrittenPage } from "../../contract/written.ts";
import { type CompanyFor, PRESETS, type Right } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { jsonText } from "../../core/json-rows.ts";
import type { TObject } from "typebox";
import { type GivenInput, readGiven } from "./input.ts";

/** A call of an operation by the operator of this machine. */
export interface OperatorCall {
  /** The operation's id. */
  readonly operation: string;
  readonly companyId: CompanyFor<Right>;
  readonly given: GivenInput;
}

/**
 * Returns the answer of an operation as the API gives it. Throws its refusals, whose `param` is an input of
 * the card.
 */
export async function callAsOperator(
  operations: readonly Bound[],
  { operation, companyId, given }: OperatorCall,
  clock: { now(): UnixSeconds; today(): CivilDate },
): Promise<unknown> {
  const bound = operations.find(({ operation: { id } }) => id === operation);
  const { operation: card, handle } = present(bound, `there is no operation ${operation}`);
  // There is no user: what a handler would take as one must not be called so.
  const principal = {
    companyId,
    keyId: null,
    permissions: PRESETS.admin,
    features: new Set<string>(),
    subscription: { status: "active", trial_ends_at: null },
  };
  const at = { now: clock.now(), today: clock.today() };
  const call = { principal, ...readGiven(card, given), idempotencyKey: null, ...at };
  const answer = await handle(call as unknown as Call<Params, Params, TObject>);
  const output = answer instanceof RepeatedOutput ? (answer.output as unknown) : answer;
  return output instanceof WrittenPage ? (JSON.parse(jsonText(output.json)) as unknown) : output;
}
