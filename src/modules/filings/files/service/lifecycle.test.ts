/** The lifecycle of a file: attached once, released or expired, and the stored bytes after each step. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { workOn } from "../../../../../test/support/exports.ts";
import { filesOf, pdfOf, storedOf, take } from "../../../../../test/support/files.ts";
import { get } from "../../../../../test/support/stored-files.ts";
import { parseId, type PublicId } from "@daybook/words/public-id";

const http = await testApp();
const { app, clock } = http;
const company = await http.company();
const files = filesOf(http, company);
const pdf = await pdfOf();
const DAY = 86_400;
const taken = (fileId: string, record?: string): Promise<string | null> =>
  take(http, company.id, fileId, record);

function asFile(text: string): PublicId<"file"> {
  const id = parseId("file", text);
  if (id === null) throw new Error(`no id of a file: ${text}`);
  return id;
}

/** A link to the stored bytes of a file. */
async function linkTo(id: string, owner: PublicId<"company"> = company.id, name = "Return 2025.pdf") {
  const key = (await storedOf(http, owner)).find((each) => each.includes(id) && each.endsWith(".pdf"));
  return app.files.documentLink(key ?? "", name, clock.now());
}

/** Advances the clock and runs the jobs that are due. */
async function pass(seconds: number): Promise<void> {
  clock.set(new Date((clock.now() + seconds) * 1000).toISOString());
  await workOn(http);
}

describe("a file", () => {
  test("can be attached to one record only, and never changes (FILE-040, FILE-045)", async () => {
    const { id } = await files.upload(pdf, "Return 2025.pdf");
    expect(await taken(id, "tax_1")).toBeNull();
    for (const record of ["tax_1", "tax_2"]) expect(await taken(id, record)).toBe("file_already_attached");
    const link = await linkTo(id);
    expect(link).toEqual({
      filename: "Return 2025.pdf",
      content_type: "application/pdf",
      download_url: expect.any(String),
      expires_at: clock.now() + 300,
    });
    const fetched = await get(link.download_url);
    expect([
      fetched.status,
      fetched.headers.get("content-type"),
      Buffer.from(pdf).equals(fetched.bytes),
    ]).toEqual([200, "application/pdf", true]);
    await pass(299);
    expect((await get(link.download_url)).status).toBe(200);
    await pass(1);
    expect((await get(link.download_url)).status).toBe(403);
  });

  test("is downloaded under the name that its record gives it, made safe", async () => {
    const { id } = await files.upload(pdf);
    expect(await taken(id)).toBeNull();
    const link = await linkTo(id, company.id, "[2025] A/B \u202e Inc. Delaware Confirmation.pdf");
    expect(link.filename).toBe("[2025] A_B _ Inc. Delaware Confirmation.pdf");
    expect((await get(link.download_url)).headers.get("content-disposition")).toContain(
      "Delaware Confirmation.pdf",
    );
  });

  test("is attached by only one of several simultaneous callers", async () => {
    const { id } = await files.upload(pdf);
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => taken(id, `tax_${at}`)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "file_already_attached")).toHaveLength(7);
  });

  test("is unchanged if the request that attaches it fails (FILE-046)", async () => {
    const { id } = await files.upload(pdf);
    const failing = app.db.transaction(async (tx) => {
      await app.files.attachFile(tx, company.id, id, "tax_1", clock.now());
      throw new Error("the record can't be written");
    });
    await expect(failing).rejects.toThrow("the record can't be written");
    expect(await taken(id)).toBeNull();
  });

  test("belongs to the company, not to the uploader, and not to another company (FILE-026, FILE-027)", async () => {
    const other = await http.company();
    const { id } = await files.upload(pdf);
    expect(await take(http, other.id, id)).toBe("resource_missing");
    expect(await taken(id)).toBeNull();
    expect(await take(http, other.id, id)).toBe("resource_missing");
    for (const nobodys of ["file_nobodys", "", "file_", "../x", "tax_1", "x".repeat(1_000)])
      expect([nobodys, await taken(nobodys)]).toEqual([nobodys, "resource_missing"]);
  });

  test("can be attached until the second before its 24 hours are over (FILE-042, FILE-044)", async () => {
    const [early, late] = [await files.upload(pdf), await files.upload(pdf)];
    clock.set(new Date((early.expires_at - 1) * 1000).toISOString());
    expect(await taken(early.id)).toBeNull();
    await workOn(http);
    clock.set(new Date(early.expires_at * 1000).toISOString());
    expect(await taken(late.id)).toBe("resource_missing");
    expect(await taken(early.id)).toBe("file_already_attached");
    await workOn(http);
    expect(await taken(late.id)).toBe("resource_missing");
  });

  test("is deleted with its bytes when it expires, unless it is attached (FILE-041, FILE-043)", async () => {
    const owner = await http.company();
    const own = filesOf(http, owner);
    const [lost, kept] = [await own.upload(pdf), await own.upload(pdf)];
    expect(await take(http, owner.id, kept.id)).toBeNull();
    expect(await storedOf(http, owner.id)).toHaveLength(2);
    await pass(DAY - 1);
    expect(await storedOf(http, owner.id)).toHaveLength(2);
    await pass(1);
    expect(await storedOf(http, owner.id)).toEqual([expect.stringContaining(kept.id)]);
    expect(await take(http, owner.id, lost.id)).toBe("resource_missing");
    await pass(400 * DAY);
    const link = await linkTo(kept.id, owner.id);
    expect((await get(link.download_url)).status).toBe(200);
  });

  test("loses its bytes after its record released it and all links expired, and can't be attached again", async () => {
    const owner = await http.company();
    const { id } = await filesOf(http, owner).upload(pdf);
    expect(await take(http, owner.id, id, "tax_1")).toBeNull();
    const link = await linkTo(id, owner.id);
    await expect(
      app.db.transaction((tx) => app.files.releaseFile(tx, owner.id, asFile(id), "tax_2", clock.now())),
    ).rejects.toThrow("released a file that it did not have");
    await app.db.transaction((tx) => app.files.releaseFile(tx, owner.id, asFile(id), "tax_1", clock.now()));
    await pass(299);
    expect((await get(link.download_url)).status).toBe(200);
    await pass(301);
    expect(await storedOf(http, owner.id)).toEqual([]);
    expect(await take(http, owner.id, id)).toBe("file_already_attached");
  });

  test("stays if the transaction that releases it is rolled back", async () => {
    const owner = await http.company();
    const { id } = await filesOf(http, owner).upload(pdf);
    expect(await take(http, owner.id, id, "tax_1")).toBeNull();
    const failing = app.db.transaction(async (tx) => {
      await app.files.releaseFile(tx, owner.id, asFile(id), "tax_1", clock.now());
      throw new Error("never mind");
    });
    await expect(failing).rejects.toThrow("never mind");
    await pass(2 * DAY);
    expect(await storedOf(http, owner.id)).toHaveLength(1);
    expect((await get((await linkTo(id, owner.id)).download_url)).status).toBe(200);
  });
});

describe("an upload that was interrupted", () => {
  test("is removed by the sweep: bytes that no row names, and a row without bytes", async () => {
    const owner = await http.company();
    const { id } = await filesOf(http, owner).upload(pdf);
    const stray = `${owner.id}/files/${id}/stray.pdf`;
    await app.objects.put(stray, Buffer.from(pdf), "application/pdf", AbortSignal.timeout(10_000));
    const announced = await filesOf(http, owner).announce(pdf);
    await pass(DAY);
    expect(await storedOf(http, owner.id)).toEqual([]);
    for (const each of [id, announced.file_id])
      expect(await take(http, owner.id, each)).toBe("resource_missing");
  });

  test("leaves nothing if the bytes can't be stored", async () => {
    const owner = await http.company();
    const putFile = app.objects.putFile.bind(app.objects);
    try {
      app.objects.putFile = async () => Promise.reject(new Error("the disk is full"));
      const form = new FormData();
      form.append("file", new File([pdf], "x.pdf"));
      const { status } = await http.send("/files", {
        key: owner.key,
        method: "POST",
        body: form,
        faultWanted: true,
      });
      expect(status).toBe(500);
    } finally {
      app.objects.putFile = putFile;
    }
    await pass(DAY);
    expect(await storedOf(http, owner.id)).toEqual([]);
  });
});
