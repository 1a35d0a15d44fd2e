/**
 * Documents of 1099 records: links over HTTP, attached and detached files, and the cleanup after failures.
 */
import { describe, expect, test } from "vitest";
import { countersWith, testApp } from "../../../../../test/support/app.ts";
import { fetchLink, workOn } from "../../../../../test/support/exports.ts";
import { form, formReport } from "../../../../../test/support/form-records.ts";
import { FILE, FORMS, formsOf } from "../../../../../test/support/forms.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Objects } from "../../../../platform/objects/index.ts";
import { statement } from "../../../../platform/db/index.ts";
import { type FormsService, formsService } from "./index.ts";

const http = await testApp();
const { app, clock } = http;
const LINK_S = LIMITS.document_link_s.value;
const countRows = statement<{ rows: number }>(
  "test.countFormDocuments",
  "select count(*) as rows from form_1099_documents where company_id = $1",
);

async function newCompany() {
  const company = await http.company({
    journal: [],
    form_1099_reports: [formReport(2025)],
    forms_1099: [form("a", 2025), form("b", 2025, { filing_status: "filed" })],
  });
  return { company, ...formsOf(http, company) };
}

/** The keys of a company's files. */
async function filesOf(companyId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.objects.list(`${companyId}/forms-1099/`)) keys.push(key);
  return keys.toSorted();
}

/** The service with some operations of the object storage replaced. */
function serviceWith(objects: Partial<Objects>): FormsService {
  return formsService({
    db: app.db,
    ids: app.ids,
    clock,
    objects: { ...app.objects, ...objects },
    askForSweep: async () => {},
  });
}

const { signal } = new AbortController();

describe("a document", () => {
  test("is returned with a link to its file that is valid for five minutes (F1099-067, F1099-068, F1099-071, F1099-077, GEN-021)", async () => {
    const { get, attach, list } = await newCompany();
    const id = await attach("b", { filename: "Blue Fern W-9.pdf" });
    const row = await get("b");
    const [document] = row.documents;
    expect(document).toStrictEqual({
      id,
      type: "w9",
      filename: "Blue Fern W-9.pdf",
      content_type: "application/pdf",
      download_url: expect.any(String) as string,
      expires_at: clock.now() + LINK_S,
    });
    expect(LINK_S).toBe(300);
    expect(document?.id).toMatch(/^doc_[0-9a-f]+$/);
    expect((await list()).data[0]?.documents).toEqual(row.documents);
    const url = document?.download_url ?? "";
    const got = await fetchLink(url);
    expect([got.status, got.headers.get("content-type"), Buffer.from(got.bytes)]).toEqual([
      200,
      "application/pdf",
      FILE.content,
    ]);
    expect(got.headers.get("content-disposition")).toContain("Blue Fern W-9.pdf");
    clock.set(clock.now() + LINK_S - 1);
    expect((await fetchLink(url)).status).toBe(200);
    clock.set(clock.now() + 1);
    expect((await fetchLink(url)).status).not.toBe(200);
  });

  test("keeps its id when a new link is issued (F1099-069), which counts as a request like any other (LIMIT-049)", async () => {
    const { company, get, attach } = await newCompany();
    await attach("a");
    const used = async () => (await app.usage.readMonth(company.id, clock.today())).requests;
    const before = await used();
    const first = (await get("a")).documents[0];
    clock.set(clock.now() + LINK_S + 5);
    const second = (await get("a")).documents[0];
    expect(second).toEqual({
      ...first,
      download_url: expect.not.stringMatching(first?.download_url ?? "") as string,
      expires_at: clock.now() + LINK_S,
    });
    expect((await fetchLink(second?.download_url ?? "")).status).toBe(200);
    expect(await used()).toBe(before + 2);
    const busy = await http.serve({ counters: countersWith("key") });
    expect(await busy.refusal(`${FORMS}/f1099_a`, { key: company.key })).toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
    });
  });

  test("gets another id when replaced (F1099-070), and is deleted with its file when all links have expired", async () => {
    const { company, get, attach } = await newCompany();
    const former = await attach("a");
    const link = (await get("a")).documents[0]?.download_url ?? "";
    const id = await attach("a", {
      type: null,
      replaces: former,
      content: Buffer.from("corrected"),
      filename: "corrected.pdf",
    });
    expect(id).not.toBe(former);
    const [document, ...others] = (await get("a")).documents;
    expect([document, others]).toMatchObject([{ id, type: "w9", filename: "corrected.pdf" }, []]);
    await workOn(http);
    expect(Buffer.from((await fetchLink(link)).bytes)).toEqual(FILE.content);
    clock.set(clock.now() + LINK_S);
    await workOn(http);
    expect(await filesOf(company.id)).toEqual([`${company.id}/forms-1099/${id}`]);
    expect(
      Buffer.from((await fetchLink((await get("a")).documents[0]?.download_url ?? "")).bytes).toString(),
    ).toBe("corrected");
  });

  test("may have an unknown content type, or another than PDF (F1099-072)", async () => {
    const { get, attach } = await newCompany();
    await attach("a", { content_type: null, filename: "scan" });
    clock.set(clock.now() + 1);
    await attach("a", { type: "form_1099", content_type: "image/png", filename: "../x/scan.png" });
    const { documents } = await get("a");
    expect(documents).toMatchObject([
      { type: "w9", content_type: null },
      { type: "form_1099", content_type: "image/png", filename: "_x_scan.png" },
    ]);
    expect((await fetchLink(documents[0]?.download_url ?? "")).headers.get("content-type")).toBe(
      "application/octet-stream",
    );
  });

  test("is missing after it was detached, and can't be detached through another record", async () => {
    const { company, get, attach } = await newCompany();
    const [one, other] = [await attach("a"), await attach("b")];
    await expect(app.forms.detach(company.id, "f1099_a", other, "ada")).rejects.toMatchObject({
      code: "resource_missing",
    });
    await app.forms.detach(company.id, "f1099_a", one, "ada");
    await expect(app.forms.detach(company.id, "f1099_a", one, "ada")).rejects.toMatchObject({
      code: "resource_missing",
    });
    expect([(await get("a")).documents, (await get("b")).documents.map(({ id }) => id)]).toEqual([
      [],
      [other],
    ]);
    clock.set(clock.now() + LINK_S);
    await workOn(http);
    expect(await filesOf(company.id)).toEqual([`${company.id}/forms-1099/${other}`]);
    expect((await app.db.get(countRows, [company.id])).rows).toBe(1);
  });

  test("is refused for an unknown record, without a type, and above the limit of documents", async () => {
    const { company, attach } = await newCompany();
    await expect(attach("nobody")).rejects.toMatchObject({ code: "resource_missing" });
    await expect(attach("a", { type: null })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(attach("a", { replaces: "doc_1f" })).rejects.toMatchObject({ code: "resource_missing" });
    for (let number = 0; number < LIMITS.form_documents.value; number += 1) await attach("a");
    await expect(attach("a")).rejects.toMatchObject({ code: "invalid_request" });
    expect((await filesOf(company.id)).length).toBe(LIMITS.form_documents.value);
  });
});

describe("the cleanup", () => {
  test("removes a document whose file could not be stored", async () => {
    const { company, get } = await newCompany();
    // The file is stored, but the confirmation is lost.
    const put: Objects["put"] = async (...args) => {
      await app.objects.put(...args);
      throw new Error("the disk is away");
    };
    await expect(serviceWith({ put }).attach(company.id, "f1099_a", FILE, "ada", signal)).rejects.toThrow(
      "the disk is away",
    );
    expect([(await get("a")).documents, (await filesOf(company.id)).length]).toEqual([[], 1]);
    await app.forms.sweep(company.id, signal);
    expect([await filesOf(company.id), (await app.db.get(countRows, [company.id])).rows]).toEqual([[], 0]);
  });

  test("removes a document whose process died while storing the file, but only when its time is over", async () => {
    const { company, get } = await newCompany();
    const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put: Objects["put"] = async (...args) => {
      await app.objects.put(...args);
      stored.resolve();
      await goOn.promise;
    };
    const slow = serviceWith({ put }).attach(company.id, "f1099_a", FILE, "ada", signal);
    await stored.promise;
    await app.forms.sweep(company.id, signal);
    expect((await filesOf(company.id)).length).toBe(1);
    clock.set(clock.now() + LIMITS.form_document_storing_s.value);
    await app.forms.sweep(company.id, signal);
    expect(await filesOf(company.id)).toEqual([]);
    // The process was only slow. It must not attach the document, whose file is deleted.
    goOn.resolve();
    await expect(slow).rejects.toMatchObject({ code: "invalid_request" });
    expect((await get("a")).documents).toEqual([]);
  });

  test("is repeated if storage was unavailable, and scheduled again after the last attempt failed", async () => {
    const { company, attach } = await newCompany();
    const former = await attach("a");
    await attach("a", { replaces: former });
    clock.set(clock.now() + LINK_S);
    const away = serviceWith({ delete: () => Promise.reject(new Error("away")) });
    await expect(away.sweep(company.id, signal)).rejects.toThrow("away");
    expect((await filesOf(company.id)).length).toBe(2);
    await app.forms.sweepLater(company.id);
    clock.set(clock.now() + LINK_S);
    await workOn(http);
    expect((await filesOf(company.id)).length).toBe(1);
    await app.forms.sweep(company.id, signal);
    expect((await filesOf(company.id)).length).toBe(1);
  });

  test("is not in the audit trail, which has one line for each command, with the unchanged status", async () => {
    const { company, attach } = await newCompany();
    const former = await attach("a");
    const id = await attach("a", { replaces: former });
    await app.forms.detach(company.id, "f1099_a", id, "ada");
    const at = clock.now();
    const same = { at, by: "ada", from_status: "review_required", to_status: "review_required" };
    expect((await app.forms.show(company.id, "f1099_a")).audit).toEqual([
      { ...same, line: 1, command: "attach", note: `w9 ${former}` },
      { ...same, line: 2, command: "attach", note: `w9 ${id} in place of ${former}` },
      { ...same, line: 3, command: "detach", note: `w9 ${id}` },
    ]);
  });
});
