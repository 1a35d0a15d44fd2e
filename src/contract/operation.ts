/**
 * The operation card: the description of one endpoint. Routes, OpenAPI, reference pages and conformance tests
 * derive from it. Files of this folder import no module.
 */
import Type, { type Static, type TObject, type TSchema } from "typebox";
import type { Requirement, RightsOf } from "@daybook/words/areas";
import { assert } from "@daybook/words/assert";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { ErrorCode } from "../core/errors.ts";
import type { LimitName } from "@daybook/words/limits";
import type { Params, ValuesOf } from "./params.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Principal } from "./principal.ts";
import type { WrittenPage } from "./written.ts";

/** The beginning of every path, with the version of the API. */
export const API_ROOT = "/api/v1";

/** The beginning of the paths of operations with a session in place of a key. */
export const CONSOLE_API_ROOT = "/app/api";

/** The kind of body that a request may have. */
export type BodyRule<S extends TObject = TObject> =
  /** A read ignores its body. */
  | { readonly mode: "ignored" }
  /** The body must be empty. */
  | { readonly mode: "none" }
  /**
   * One JSON object; unknown members are refused. If `optional`, an empty body counts as an empty object.
   */
  | { readonly mode: "json"; readonly schema: S; readonly optional?: true }
  /**
   * The same fields as a form (`multipart/form-data`) or as one JSON object; unknown fields are refused. Only
   * a form can contain files (`fileSchema`). Lists and objects in a form are JSON. `limit` is the largest
   * number of bytes of a form.
   */
  | { readonly mode: "form"; readonly schema: S; readonly limit: LimitName }
  /**
   * A form with one file (`arrivingFileSchema`), the only field of the schema. The handler reads the file
   * while it arrives, so that it is never completely in memory. Faults of the form behind the file are thrown
   * to the handler while it reads. `limit` is the largest number of bytes of the form.
   */
  | { readonly mode: "stream"; readonly schema: S; readonly limit: LimitName };

/** A file of a form: its name, and its bytes in pieces. */
export class SentFile {
  readonly name: string | null;
  readonly content: readonly Uint8Array[];
  constructor(name: string | null, content: readonly Uint8Array[]) {
    this.name = name;
    this.content = content;
  }
}

/**
 * A file of a form that is still arriving: its name, and its bytes, which can be read once. If they can be
 * read to the end, the whole form was valid.
 */
export class ArrivingFile {
  readonly name: string | null;
  readonly content: AsyncIterable<Uint8Array>;
  constructor(name: string | null, content: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.content = content;
  }
}

const FILE_FORMAT = "binary";

/** A field of a form that is a file. */
export function fileSchema(description: string) {
  return Type.Unsafe<SentFile>({ type: "string", format: FILE_FORMAT, description });
}

/** A field of a form that is a file, which the handler reads while it arrives. */
export function arrivingFileSchema(description: string) {
  return Type.Unsafe<ArrivingFile>({ type: "string", format: FILE_FORMAT, description });
}

/** True if a schema is the schema of a file. */
export function isFileSchema(schema: TSchema | undefined): boolean {
  return schema !== undefined && "format" in schema && schema.format === FILE_FORMAT;
}

/** Returns the limit on the bytes of an operation's body. */
export function bodyLimitOf({ body }: Pick<Operation, "body">): LimitName {
  return body.mode === "form" || body.mode === "stream" ? body.limit : "json_body_bytes";
}

export type Paging =
  | { readonly kind: "none" }
  /** A short list, complete in one response. */
  | { readonly kind: "whole" }
  /** Pages by `limit` and `starting_after`. `badCursor` is the error of an unknown or filtered-out cursor. */
  | { readonly kind: "cursor"; readonly badCursor: "resource_missing" | "invalid_request" };

export interface DeclaredError {
  readonly code: ErrorCode;
  /** The values of `param` that the error can have; left out if it has none. */
  readonly params?: readonly string[];
  readonly when: string;
}

export interface Example {
  readonly title: string;
  /**
   * Path with query, below the base address. `{createThing}` is replaced by the id in the response to that
   * operation's first example, `{createThing.2}` by that of the second; also in fields of the body.
   */
  readonly path: string;
  /** The body of the example, sent as JSON. */
  readonly body?: object;
  /** The file of the example, sent as the only field of a form. */
  readonly file?: { readonly name: string; readonly content: string };
}

/** Names of conditions that cards refer to; `interfaces/dispatch/guards.ts` defines them. */
export type GuardName =
  | "departments_feature_when_grouped_by_department"
  | "departments_feature_when_rows_are_departments"
  | "growth_plan"
  | "role_based_access_control_feature"
  | "transactions_manage_when_applied_to_existing_transactions";

interface CardInput<
  P extends Params,
  Q extends Params,
  B extends TObject,
  O extends TSchema,
  R extends readonly Requirement[],
> {
  /** Verb and noun, such as `listCategories`. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below `/api/v1`, with `{name}` for path parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly since: string;
  readonly deprecated?: string;
  readonly requires: R;
  readonly guards?: readonly GuardName[];
  /** The records that the operation hides with a 404, if there are any. */
  readonly concealment?: string;
  readonly pathParams: P;
  readonly query: Q;
  readonly unknownQuery: "ignored" | "refused";
  readonly body: BodyRule<B>;
  readonly paging: Paging;
  readonly idempotency: string;
  /**
   * Only for a POST whose `Idempotency-Key` is not optional. `required`: the handler needs it. `unused`: the
   * operation recognises a repeated request by other means.
   */
  readonly idempotencyKey?: "required" | "unused";
  /**
   * True if a replica of the database may answer. Only for reads of books: their handlers write nothing, and
   * no later change is ordered by what they answer, as one is by the watermark of a run of the feed.
   */
  readonly onReplica?: true;
  /**
   * Set if the answer carries an `ETag`, so that a caller who has the answer gets a 304. `books`: the answer
   * is made of the books that the revision of the ledger tells apart, the company's id, the input and the
   * day, and of the time of the request only if its `refreshed_at` is no earlier.
   */
  readonly tagged?: true | "books";
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema: O;
    /**
     * The path of the created record below `/api/v1`, for the header `Location`; `{name}` is replaced by the
     * member `name` of the response.
     */
    readonly location?: string;
    /** Headers of its own that the response may have, with a sentence of meaning each. */
    readonly headers?: Readonly<Record<string, string>>;
    /** The response, with the same schema, to a repeated request. */
    readonly repeated?: { readonly status: 200; readonly description: string };
  };
  readonly errors: readonly DeclaredError[];
  readonly limits: readonly LimitName[];
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean; readonly idempotent: boolean };
  readonly examples: readonly Example[];
}

/** An operation card. Without type arguments, a card of any operation. */
export type Operation<
  P extends Params = Params,
  Q extends Params = Params,
  B extends TObject = TObject,
  O extends TSchema = TSchema,
  R extends readonly Requirement[] = readonly Requirement[],
> = Readonly<CardInput<P, Q, B, O, R>>;

/** The errors of the stages that every request passes before its handler. */
export const COMMON_ERRORS: readonly DeclaredError[] = [
  { code: "invalid_request", when: "The HTTP request is malformed." },
  { code: "invalid_api_key", when: "The key is missing, malformed, unknown or revoked." },
  { code: "user_inactive", when: "The key's owner is deactivated." },
  { code: "user_removed_from_company", when: "The key's owner lost access to the company." },
  { code: "company_closed", when: "The company is closed, closing or deleted." },
  {
    code: "subscription_required",
    when: "No active subscription, the trial has ended, or the subscription is closed.",
  },
  {
    code: "staging_access_denied",
    when: "This is a staging deployment, and the owner is outside the operator's domain.",
  },
  { code: "feature_disabled", when: "The operation is in early access and the company lacks the feature." },
  {
    code: "insufficient_permission",
    when: "The owner lacks API access: Manage or a permission that the operation needs.",
  },
  { code: "rate_limit_exceeded", when: "The burst limit of this minute is used up." },
  { code: "monthly_limit_exceeded", when: "The company's month is used up." },
  {
    code: "internal_error",
    when: "An error in the service. Nothing was changed, unless the message says that the request was carried out.",
  },
  {
    code: "service_unavailable",
    when: "The service is starting or stopping, can't use its database or its file storage, waits for an import of the company, or has too many requests waiting.",
  },
];

/** How an operation treats the header `Idempotency-Key`. */
export type KeyUse = "required" | "optional" | "unused";

export function keyUse({ method, idempotencyKey }: Pick<Operation, "method" | "idempotencyKey">): KeyUse {
  return idempotencyKey ?? (method === "POST" ? "optional" : "unused");
}

/** The errors of an optional `Idempotency-Key`. */
export const KEY_ERRORS: readonly DeclaredError[] = [
  {
    code: "invalid_request",
    params: ["Idempotency-Key"],
    when: "The header is blank, too long or repeated.",
  },
  {
    code: "idempotency_key_conflict",
    when: "The key was used in the last 24 hours for other input of this operation.",
  },
];

/**
 * Makes an operation card. Asserts what the types can't: that the path parameters are those of the path.
 */
export function operation<
  P extends Params,
  Q extends Params,
  O extends TSchema,
  const R extends readonly Requirement[],
  B extends TObject = TObject,
>(card: CardInput<P, Q, B, O, R>): Operation<P, Q, B, O, R> {
  const inPath = [...card.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  assert(
    inPath.join() === Object.keys(card.pathParams).join(),
    `${card.id}: path parameters differ from the path`,
  );
  assert(!card.onReplica || card.hints.readOnly, `${card.id}: a replica takes no changes`);
  const isKeyed = keyUse(card) === "optional";
  return Object.freeze(isKeyed ? { ...card, errors: [...card.errors, ...KEY_ERRORS] } : card);
}

type Merge<A, B> = {
  readonly [K in keyof A | keyof B]: K extends keyof B ? B[K] : K extends keyof A ? A[K] : never;
};
type BodyOf<B> = B extends TObject ? Static<B> : never;

/** The input of a handler. `now` and `today` are the request's cutoff: the time at which it arrived. */
export interface Call<
  P extends Params,
  Q extends Params,
  B extends TObject,
  R extends readonly Requirement[] = readonly Requirement[],
> {
  readonly principal: Principal<RightsOf<R>>;
  readonly input: Merge<ValuesOf<P>, ValuesOf<Q>>;
  readonly body: BodyOf<B>;
  /** The request's idempotency key, trimmed; null if it has none. */
  readonly idempotencyKey: string | null;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** The call and the output of an operation. */
export type CallOf<O> =
  O extends Operation<infer P, infer Q, infer B, TSchema, infer R> ? Call<P, Q, B, R> : never;
export type OutputOf<O> = O extends Operation<Params, Params, TObject, infer S> ? Static<S> : never;

/** A handler's output for a repeated request; the card declares its status. */
export class RepeatedOutput<Output> {
  readonly output: Output;
  constructor(output: Output) {
    this.output = output;
  }
}

type AnswerOf<O> = OutputOf<O> | RepeatedOutput<OutputOf<O>> | WrittenOf<OutputOf<O>>;
type WrittenOf<Output> = Output extends { data: (infer Item)[]; next_cursor: string | null }
  ? WrittenPage<Item>
  : never;

/** One function for each operation of a contract; a missing one does not compile. */
export type Handlers<Contract> = {
  readonly [Name in keyof Contract]: (call: CallOf<Contract[Name]>) => Promise<AnswerOf<Contract[Name]>>;
};

/**
 * The input of a handler that works for a user of the web console and no company: in place of the principal
 * it has the user, and the token of the user's session.
 */
export interface UserCall<P extends Params, Q extends Params, B extends TObject> extends Omit<
  Call<P, Q, B>,
  "principal"
> {
  readonly user: { readonly id: PublicId<"user">; readonly email: string; readonly session: string };
}

/** One function for each operation that works for a user and no company. */
export type UserHandlers<Contract> = {
  readonly [Name in keyof Contract]: (
    call: Contract[Name] extends Operation<infer P, infer Q, infer B> ? UserCall<P, Q, B> : never,
  ) => Promise<OutputOf<Contract[Name]>>;
};

/** An operation with its handler, as the pipeline runs it. */
export interface Bound {
  readonly operation: Operation;
  /** `user` if it works for a user of the web console and no company, so that its handler gets a `UserCall`. */
  readonly scope?: "user";
  readonly handle: (call: Call<Params, Params, TObject>) => Promise<unknown>;
}

/** Joins each operation that works for a user and no company with its handler. */
export function bindForUser<const C extends Readonly<Record<string, Operation>>>(
  contract: C,
  handlers: UserHandlers<C>,
): Bound[] {
  return Object.entries(contract).map(([name, card]) => ({
    operation: card,
    scope: "user",
    // The pipeline makes the call by the scope, so it has the type that the handler expects.
    handle: (handlers as unknown as Record<string, Bound["handle"]>)[name] as Bound["handle"],
  }));
}

/** Joins each operation of a contract with its handler. */
export function bind<const C extends Readonly<Record<string, Operation>>>(
  contract: C,
  handlers: Handlers<C>,
): Bound[] {
  return Object.entries(contract).map(([name, card]) => ({
    operation: card,
    // The pipeline makes the call by the same card, so it has the type that the handler expects.
    handle: (handlers as Record<string, Bound["handle"]>)[name] as Bound["handle"],
  }));
}

/** The hints of operations that only read. */
export const READ_HINTS = { readOnly: true, destructive: false, idempotent: true } as const;

/** What the cards of reads that only the web console has share. */
export const CONSOLE_READ = {
  since: "1.0",
  method: "GET",
  tag: "Console",
  pathParams: {},
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;

/**
 * Marks the schema of a required text in a body: a text without visible characters is refused as if it were
 * absent.
 */
export const BLANK_IS_MISSING = "x-blank-is-missing";

/** The schema of an object with exactly these members. */
export function exactly<T extends Record<string, TSchema>>(members: T, options: object = {}) {
  return Type.Object(members, { additionalProperties: false, ...options });
}

/** The schema of a value that can be null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}
