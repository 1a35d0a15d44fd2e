/** Schemas of values that many resources share, and the list envelope (specification, "List envelope"). */
import Type, { type TSchema } from "typebox";
import { LAST_SECOND } from "@daybook/words/civil-date";
import { type Page, pageOf } from "../core/cursor.ts";
import type { JsonRows } from "../core/json-rows.ts";
import { type IdKind, idPattern } from "@daybook/words/public-id";
import { API_ROOT, CONSOLE_API_ROOT, exactly, nullable } from "./operation.ts";
import { WrittenPage } from "./written.ts";

/** An integer number of cents, any exact one unless `bounds` says otherwise. */
export function centsSchema(description: string, bounds: object = {}) {
  return Type.Integer({
    description: `${description} In cents.`,
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    ...bounds,
  });
}

/** Whole Unix seconds. */
export function timestampSchema(description: string) {
  return Type.Integer({ description: `${description} Unix seconds.`, minimum: 0, maximum: LAST_SECOND });
}

/** The form of a day, as JSON Schema wants it. */
export const DATE_PATTERN = "^\\d{4}-\\d{2}-\\d{2}$";

/** A calendar day in Los Angeles. */
export function dateSchema(description: string) {
  return Type.String({ description, pattern: DATE_PATTERN, format: "date" });
}

/** An id of one kind. */
export function idSchema(kind: IdKind, description: string) {
  return Type.String({ description, pattern: idPattern(kind) });
}

export const currencySchema = Type.Literal("USD", { description: "Always `USD`." });

/** The member that names what a record is. */
export function markerSchema<const W extends string>(word: W) {
  return Type.Literal(word, { description: `Always \`${word}\`.` });
}

/** The address of a list. Its path is below the root of the API, or begins with that of the console. */
type UrlOf<P extends string> = P extends `${typeof CONSOLE_API_ROOT}/${string}`
  ? P
  : `${typeof API_ROOT}${P}`;

function urlOf<P extends string>(path: P): UrlOf<P> {
  return (path.startsWith(`${CONSOLE_API_ROOT}/`) ? path : `${API_ROOT}${path}`) as UrlOf<P>;
}

function urlSchema<const P extends string>(path: P) {
  return Type.Literal(urlOf(path), { description: "The path of the list, without a query." });
}

/** The envelope of a list that is whole in one response. */
export function wholeListSchema<const P extends string, T extends TSchema>(path: P, item: T) {
  return exactly({
    object: markerSchema("list"),
    url: urlSchema(path),
    data: Type.Array(item, { description: "All items." }),
  });
}

/** The envelope of a page. */
export function pageSchema<const P extends string, T extends TSchema>(path: P, item: T) {
  return exactly({
    object: markerSchema("list"),
    url: urlSchema(path),
    has_more: Type.Boolean({ description: "Whether more results exist." }),
    next_cursor: nullable(Type.String({ description: "Pass as `starting_after` for the next page." })),
    data: Type.Array(item, { description: "The items of the page." }),
  });
}

/** A list that is whole in one response. */
export function wholeList<P extends string, T>(path: P, data: T[]) {
  return { object: "list" as const, url: urlOf(path), data };
}

/** The members of a page besides its items. */
function envelope<P extends string>(path: P, next_cursor: string | null) {
  return {
    object: "list" as const,
    url: urlOf(path),
    has_more: next_cursor !== null,
    next_cursor,
  };
}

/** A page of rows, with the cursor behind its last one. */
export function pageView<P extends string, Row, T>(
  path: P,
  { rows, next }: Page<Row>,
  view: (row: Row) => T,
) {
  return { ...envelope(path, next), data: rows.map(view) };
}

/** A page from up to `limit` + 1 rows whose cursors are their ids. */
export function page<P extends string, Row extends { readonly id: string }, T>(
  path: P,
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => T,
) {
  return pageView(
    path,
    pageOf(rows, limit, ({ id }) => id),
    view,
  );
}

/**
 * A page from up to `limit` + 1 written records, as `page` makes one of rows; `more` are members after those
 * of every page, `headers` those of the answer.
 */
export function writtenPage<Item>(
  path: string,
  rows: JsonRows<Item>,
  limit: number,
  cursor: (item: Item) => string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): WrittenPage<Item> {
  const last = rows.length > limit ? rows.at(limit - 1) : undefined;
  const head = JSON.stringify(envelope(path, last === undefined ? null : cursor(last)));
  const tail = JSON.stringify(more).slice(1);
  return new WrittenPage(
    rows.between(`${head.slice(0, -1)},"data":[`, limit, tail === "}" ? "]}" : `],${tail}`),
    headers,
  );
}
