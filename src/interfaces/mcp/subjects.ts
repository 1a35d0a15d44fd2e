/**
 * What a change is about: the record that a person sees before the yes, and that is read again afterwards.
 * Mostly it is the record at the operation's path. Some operations have none there, and get one here.
 */
import type { Bound, Operation } from "../../contract/operation.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import { type Arguments, inputOf } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { isRead } from "./catalog.ts";

export interface Subject {
  /** Reads the record as JSON. Throws the refusals that the change would have, too. */
  readonly read: () => Promise<string>;
  /** The arguments of `read_operation` for the record afterwards; null if nothing is to be read then. */
  readonly afterwards: { readonly operation: string; readonly parameters: Arguments } | null;
}

type SubjectOf = (caller: Caller, parameters: Arguments, body: Arguments) => Subject | Promise<Subject>;

/** Operations whose record is not at their path. */
const SUBJECTS: Readonly<Record<string, SubjectOf>> = {
  bulkUpdateTransactions: (caller, _parameters, { transaction_ids: ids }) => ({
    read: () => summaryOf(caller, Array.isArray(ids) ? ids.map(String) : []),
    // The edits run in the background; the job of the answer says how far they are.
    afterwards: null,
  }),
  createTransfer: (caller, _parameters, { from_transaction_id: from, to_transaction_id: to }) =>
    sidesOf(caller, String(from), String(to)),
  deleteTransfer: async (caller, { id }) => {
    const { identity, services } = caller;
    const transfer = await services.transactions.getTransfer(identity.company_id, String(id));
    return sidesOf(caller, transfer.from_transaction_id, transfer.to_transaction_id);
  },
  changeInvitation: (caller, { id }) => invitationOf(caller, String(id), true),
  resendInvitation: (caller, { id }) => invitationOf(caller, String(id), true),
  revokeInvitation: (caller, { id }) => invitationOf(caller, String(id), false),
};

/** Returns the record of a change; null if there is none, or the caller may not see it. */
export async function subjectOf(
  caller: Caller,
  operation: Operation,
  parameters: Arguments,
  body: Arguments,
): Promise<Subject | null> {
  const own = SUBJECTS[operation.id];
  if (own === undefined) return recordAtPath(caller, operation, parameters);
  // A caller who may not change it learns nothing of it; the change itself is refused.
  return mayCall(caller, operation) ? own(caller, parameters, body) : null;
}

function mayCall({ identity }: Caller, { requires }: Operation): boolean {
  return permissionRefusal(identity.permissions, requires) === null;
}

/**
 * The record at the path of an operation, or at the part of the path up to the id, as the transaction of
 * `/transactions/{id}/split`.
 */
function recordAtPath(caller: Caller, operation: Operation, parameters: Arguments): Subject | null {
  const recordPath = operation.path.slice(0, operation.path.lastIndexOf("}") + 1);
  const bound = caller.services.operations.find(
    (each) => each.operation.path === recordPath && isRead(each.operation),
  );
  if (recordPath === "" || bound === undefined || !mayCall(caller, bound.operation)) return null;
  const names = Object.keys(bound.operation.pathParams);
  const path = Object.fromEntries(names.map((name) => [name, parameters[name]] as const));
  const isGone = operation.method === "DELETE" && operation.path.endsWith("}");
  return {
    read: () => readJson(caller, bound, path),
    afterwards: isGone ? null : { operation: bound.operation.id, parameters: path },
  };
}

async function readJson(caller: Caller, bound: Bound, parameters: Arguments): Promise<string> {
  return (await caller.call(bound, inputOf(bound.operation, parameters))).json;
}

/** The two transactions of a transfer, before it is made or after it is undone, too. */
function sidesOf(caller: Caller, from: string, to: string): Subject {
  const bound = caller.operation("getTransaction");
  const side = async (id: string, param: string) => {
    try {
      return await readJson(caller, bound, { id });
    } catch (error) {
      const isMissing = error instanceof Refusal && error.code === "resource_missing";
      throw isMissing ? refuse("resource_missing", { param }) : error;
    }
  };
  return {
    async read() {
      const out = await side(from, "from_transaction_id");
      return `{"from_transaction":${out},"to_transaction":${await side(to, "to_transaction_id")}}`;
    },
    afterwards: { operation: "getTransaction", parameters: { id: from } },
  };
}

/**
 * Returns the number and the sum of transactions that are edited together, and how many of the ids are
 * unknown.
 */
async function summaryOf({ identity, services }: Caller, ids: readonly string[]): Promise<string> {
  const wanted = [...new Set(ids)];
  const rows = await services.transactions.listSome(identity.company_id, wanted);
  const present = rows.filter(({ deleted }) => !deleted);
  return JSON.stringify({
    transactions: present.length,
    amount_cents: present.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    unknown: wanted.length - present.length,
  });
}

/** A pending invitation, which the team lists. */
function invitationOf(caller: Caller, id: string, isKept: boolean): Subject {
  return {
    async read() {
      const { output } = await caller.call(caller.operation("getTeam"), {
        pathParams: {},
        query: {},
        idempotencyKey: null,
      });
      const { invitations } = output as { readonly invitations: readonly { readonly id: string }[] };
      const found = invitations.find((each) => each.id === id);
      if (found === undefined) throw refuse("resource_missing");
      return JSON.stringify(found);
    },
    afterwards: isKept ? { operation: "getTeam", parameters: {} } : null,
  };
}
