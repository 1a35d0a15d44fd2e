/**
 * The storage of files: a start is refused if its folder can't be used, but the API starts even if its S3
 * server is down.
 */
import { expect, test } from "vitest";
import { LONG, ownDaybook, refused, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";

interface Examined {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly what: string;
    readonly ok: boolean;
    readonly found: string;
    readonly todo: string | null;
  }[];
}

/** Returns the doctor's finding about stored files. */
async function examined(environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await run(ownDaybook(environment), ["doctor", "--json"]);
  expect(stdout + stderr).not.toContain("hidden-word");
  return (JSON.parse(stdout) as Examined).findings.find(({ what }) => what === "Stored files");
}

test(
  "the first start makes the folder of stored files, where the doctor can write and delete",
  LONG,
  async () => {
    const where = await ownPlace();
    const environment = { ...where.environment, OBJECTS_FOLDER: `${where.folder}/kept/files` };
    expect(await examined(environment)).toMatchObject({
      ok: true,
      found: `${where.folder}/kept/files does not exist yet; the first start creates it.`,
    });
    const service = await ownService(where, undefined, { OBJECTS_FOLDER: environment.OBJECTS_FOLDER });
    expect(await examined(environment)).toMatchObject({
      ok: true,
      found: `In ${where.folder}/kept/files; a test file was written, read and deleted.`,
    });
    // A link needs no key, but must be signed by this service.
    const answer = await fetch(
      new URL("/objects/comp_1/exports/1.pdf?expires=9999999999&signature=x", service.base),
    );
    expect([answer.status, answer.headers.get("content-type")]).toEqual([403, "text/plain; charset=utf-8"]);
    expect(await answer.text()).toMatch(/^This link was not issued by this service/);
  },
);

test("an unusable folder of stored files is reported at the start and by the doctor", LONG, async () => {
  const { environment } = await ownPlace();
  const wrong = { ...environment, OBJECTS_FOLDER: "/dev/null/files" };
  const { message } = await refused(ownDaybook(wrong), ["start", "--no-sample", "--port", "0"]);
  expect(message).toMatch(/^The folder \/dev\/null\/files can't be made: .+\.$/);
  expect(await examined(wrong)).toMatchObject({
    ok: false,
    found: expect.stringContaining("/dev/null/files"),
    todo: expect.stringContaining("OBJECTS_FOLDER"),
  });
});

test("the doctor reports an S3 server that is down, and the API starts without it", LONG, async () => {
  const where = await ownPlace();
  const settings = {
    S3_ENDPOINT: "http://127.0.0.1:59981",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "hidden-word",
  };
  const service = await ownService(where, undefined, settings);
  expect((await fetch(`${service.base}/company`)).status).toBe(401);
  expect(await examined({ ...where.environment, ...settings })).toMatchObject({
    ok: false,
    found: expect.stringMatching(
      /^No file can be stored in the bucket files: Storing .+ failed .+, tried 4 times: .+/,
    ),
    todo: expect.stringContaining("S3_"),
  });
});
