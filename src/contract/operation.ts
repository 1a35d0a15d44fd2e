/**
 * The operation card: the one place where an endpoint is stated. Routes, OpenAPI, reference pages
 * and conformance tests all derive from it. This folder knows no module.
 */
import Type, { type Static, type TObject, type TSchema } from "typebox";
import type { Requirement } from "../core/areas.ts";
import { assert } from "../core/assert.ts";
import type { CivilDate, UnixSeconds } from "../core/civil-date.ts";
import type { ErrorCode } from "../core/errors.ts";
import type { LimitName } from "../core/limits.ts";
import type { Params, ValuesOf } from "./params.ts";
import type { Principal } from "./principal.ts";
import type { WrittenPage } from "./written.ts";

/** The part of every path that carries the interface's version. */
export const API_ROOT = "/api/v1";

/** The kind of body that a request may have. */
export type BodyRule<S extends TObject = TObject> =
  /** A read: a body is ignored. */
  | { readonly mode: "ignored" }
  /** Not one byte. */
  | { readonly mode: "none" }
  /**
   * One JSON object; unknown members are refused. Where it is optional, a request without a byte is one with
   * an object of nothing.
   */
  | { readonly mode: "json"; readonly schema: S; readonly optional?: true }
  /**
   * The same fields as a form (`multipart/form-data`) or as one JSON object; unknown ones are refused. Only a
   * form can hold files (`fileSchema`); in it, lists and objects are JSON. `limit` is the most bytes of a
   * form.
   */
  | { readonly mode: "form"; readonly schema: S; readonly limit: LimitName }
  /**
   * A form that holds one file (`arrivingFileSchema`), the only field of the schema. The handler reads it
   * while it arrives, so that it is never completely in memory; faults of the form after the file are thrown
   * while the handler reads. `limit` is the most bytes of the form.
   */
  | { readonly mode: "stream"; readonly schema: S; readonly limit: LimitName };

/** A file that came in a form: what it was called, and its bytes in the pieces in which they lie. */
export class SentFile {
  readonly name: string | null;
  readonly content: readonly Uint8Array[];
  constructor(name: string | null, content: readonly Uint8Array[]) {
    this.name = name;
    this.content = content;
  }
}

/**
 * A file of a form that is still arriving: what it is called, and its bytes, once. Read to its end, the form
 * was right as a whole.
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

/** The field of a form that is a file, read while it arrives. */
export function arrivingFileSchema(description: string) {
  return Type.Unsafe<ArrivingFile>({ type: "string", format: FILE_FORMAT, description });
}

/** True if a schema is that of a file. */
export function isFileSchema(schema: TSchema | undefined): boolean {
  return schema !== undefined && "format" in schema && schema.format === FILE_FORMAT;
}

/** The limit that the body of an operation has, whatever it is. */
export function bodyLimitOf({ body }: Pick<Operation, "body">): LimitName {
  return body.mode === "form" || body.mode === "stream" ? body.limit : "json_body_bytes";
}

export type Paging =
  | { readonly kind: "none" }
  /** A bounded list, whole in one response. */
  | { readonly kind: "whole" }
  /** Pages by `limit` and `starting_after`; what a cursor costs that is unknown or filtered out. */
  | { readonly kind: "cursor"; readonly badCursor: "resource_missing" | "invalid_request" };

export interface DeclaredError {
  readonly code: ErrorCode;
  /** The `param`s it may carry; without this it carries none. */
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

/** Conditions that a card refers to by name; `interfaces/dispatch/guards.ts` defines them. */
export type GuardName =
  | "departments_feature_when_grouped_by_department"
  | "departments_feature_when_rows_are_departments"
  | "growth_plan"
  | "role_based_access_control_feature"
  | "transactions_manage_when_applied_to_existing_transactions";

interface CardInput<P extends Params, Q extends Params, B extends TObject, O extends TSchema> {
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
  readonly requires: readonly Requirement[];
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
   * Only for a POST that does not take an optional `Idempotency-Key`, by which the pipeline recognises a
   * request that is sent again: one whose handler needs the key, or has another rule for requests sent again.
   */
  readonly idempotencyKey?: "required" | "unused";
  /** True if the answer carries an `ETag`, so that a caller who has the answer gets a 304. */
  readonly tagged?: true;
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema: O;
    /**
     * The path of the created record below `/api/v1`, for the header `Location`; `{name}` is replaced by that
     * member of the response.
     */
    readonly location?: string;
    /** The separate response, with the same schema, to a request that had already been carried out. */
    readonly repeated?: { readonly status: 200; readonly description: string };
  };
  readonly errors: readonly DeclaredError[];
  readonly limits: readonly LimitName[];
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean; readonly idempotent: boolean };
  readonly examples: readonly Example[];
}

/** A card whose types are fixed. */
export type Operation<
  P extends Params = Params,
  Q extends Params = Params,
  B extends TObject = TObject,
  O extends TSchema = TSchema,
> = Readonly<CardInput<P, Q, B, O>>;

/** Errors that any operation may answer, from the stages in front of it. */
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
    when: "The service is starting or stopping, can't use its database, waits for an import of the company, or has too many requests waiting.",
  },
];

/** What an operation makes of the header `Idempotency-Key`. */
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

/** States an operation. Checks what the types can't: that path parameters are the ones of the path. */
export function operation<P extends Params, Q extends Params, O extends TSchema, B extends TObject = TObject>(
  card: CardInput<P, Q, B, O>,
): Operation<P, Q, B, O> {
  const inPath = [...card.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  assert(
    inPath.join() === Object.keys(card.pathParams).join(),
    `${card.id}: path parameters differ from the path`,
  );
  const isKeyed = keyUse(card) === "optional";
  return Object.freeze(isKeyed ? { ...card, errors: [...card.errors, ...KEY_ERRORS] } : card);
}

type Merge<A, B> = {
  readonly [K in keyof A | keyof B]: K extends keyof B ? B[K] : K extends keyof A ? A[K] : never;
};
type BodyOf<B> = B extends TObject ? Static<B> : never;

/** The input of a handler. `now` and `today` are the request's cutoff: the time at which it arrived. */
export interface Call<P extends Params, Q extends Params, B extends TObject> {
  readonly principal: Principal;
  readonly input: Merge<ValuesOf<P>, ValuesOf<Q>>;
  readonly body: BodyOf<B>;
  /** The request's idempotency key, trimmed; null if it has none. */
  readonly idempotencyKey: string | null;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** The call and the output of an operation. */
export type CallOf<O> = O extends Operation<infer P, infer Q, infer B> ? Call<P, Q, B> : never;
export type OutputOf<O> = O extends Operation<Params, Params, TObject, infer S> ? Static<S> : never;

/** A handler's output for a request that had already been carried out; its card declares the status. */
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

/** An operation with its handler, as the pipeline runs it. */
export interface Bound {
  readonly operation: Operation;
  readonly handle: (call: Call<Params, Params, TObject>) => Promise<unknown>;
}

/** Ties each operation of a contract to its handler. */
export function bind<const C extends Readonly<Record<string, Operation>>>(
  contract: C,
  handlers: Handlers<C>,
): Bound[] {
  return Object.entries(contract).map(([name, card]) => ({
    operation: card,
    // The pipeline makes calls from the card itself, so the handler's narrower type holds.
    handle: (handlers as Record<string, Bound["handle"]>)[name] as Bound["handle"],
  }));
}

/** Words used by cards over and over. */
export const READ_HINTS = { readOnly: true, destructive: false, idempotent: true } as const;

/**
 * Marks the schema of a required text in a body: one in which nothing shows is refused as if it were absent.
 */
export const BLANK_IS_MISSING = "x-blank-is-missing";

/** An object of exactly these members. */
export function exactly<T extends Record<string, TSchema>>(members: T, options: object = {}) {
  return Type.Object(members, { additionalProperties: false, ...options });
}

/** A value that may be unknown. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}
