/**
 * Report exports in tests: asked for over HTTP, worked on by a worker of the application, fetched by their
 * links.
 */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestApp, TestCompany } from "./app.ts";
import type { JsonObject } from "./exchange.ts";

export interface Exported {
  readonly id: string;
  readonly object: string;
  readonly report_type: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly format: string;
  readonly group_by: { readonly period: string; readonly rows: string };
  readonly status: "pending" | "processing" | "succeeded" | "failed";
  readonly created: number;
  readonly started_at: number | null;
  readonly completed_at: number | null;
  readonly generation_duration_ms: number | null;
  readonly file: {
    readonly filename: string;
    readonly content_type: string;
    readonly size: number;
    readonly download_url: string;
    readonly expires_at: number;
  } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export const EXPORTS = "/reports/exports";

/** What most tests ask for: half a year by month as CSV, which is made fastest. */
export const HALF_YEAR = {
  report_type: "income_statement",
  start_date: "2025-01-01",
  end_date: "2025-06-30",
  format: "csv",
} as const;

export interface AskOptions {
  readonly key?: string;
  /** The Idempotency-Key; by default one that was never used. Null sends none. */
  readonly name?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly faultWanted?: boolean;
}

/** Exports of one company. */
export function exportsOf(http: TestApp, company: Pick<TestCompany, "key">) {
  const send = (
    body: object | string,
    { key = company.key, name = randomUUID(), headers = {}, faultWanted = false }: AskOptions = {},
  ) =>
    http.send<Exported & { readonly error: JsonObject | null }>(EXPORTS, {
      key,
      method: "POST",
      body,
      faultWanted,
      headers: { ...(name === null ? {} : { "idempotency-key": name }), ...headers },
    });
  return {
    send,
    /** Asks for an export, which must be taken on. */
    ask: async (unlike: object = {}, options: AskOptions = {}): Promise<Exported> => {
      const { status, body, text } = await send({ ...HALF_YEAR, ...unlike }, options);
      expect(status, text).toBe(201);
      return body;
    },
    /** The error that a request is refused with. */
    refusal: async (
      unlike: object,
      options: AskOptions = {},
    ): Promise<JsonObject & { readonly status: number }> => {
      const { status, body } = await send({ ...HALF_YEAR, ...unlike }, options);
      return { ...body.error, status };
    },
    read: (id: string, key = company.key) => http.read<Exported>(`${EXPORTS}/${id}`, key),
  };
}

/** Has a worker do all that is due. */
export async function workOn({ app }: TestApp): Promise<void> {
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
}

/** Fetches a link as anybody can who has it. */
export async function fetchLink(
  url: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }> {
  const response = await fetch(url, init);
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
