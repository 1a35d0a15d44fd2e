/**
 * The storage of files goes wrong while the service runs: its S3 server answers with a page of a proxy, is
 * overloaded, does not answer, or is gone. No file counts as stored that is not, callers are asked to come
 * back, and everything works again when the server does.
 */
import { expect, onTestFinished, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { s3StandIn } from "../support/s3-stand-in.ts";
import { LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { pdfOf } from "./pdf.ts";
import { importCompany } from "./service.ts";

test(
  "while the S3 server is wrong, overloaded, silent or gone, a file is refused with 503 and Retry-After, and none is acknowledged",
  LONG,
  async () => {
    const server = await s3StandIn();
    onTestFinished(() => server.stop());
    const service = await ownService(await ownPlace(), undefined, {
      S3_ENDPOINT: server.endpoint,
      S3_BUCKET: "files",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
    });
    const { api } = await importCompany(service, companyBundle({ taxes: [] }));
    const pdf = pdfOf("Form 1120");
    const upload = async () => {
      const body = new FormData();
      body.append("file", new File([new Uint8Array(pdf)], "return.pdf", { type: "application/pdf" }));
      const response = await fetch(`${api.base}/files`, {
        method: "POST",
        headers: { authorization: `Bearer ${api.key}` },
        body,
      });
      const { error } = (await response.json()) as { error?: { code: string; message: string } };
      return [response.status, error?.code, response.headers.get("retry-after"), error?.message] as const;
    };
    const refused = [
      503,
      "service_unavailable",
      "5",
      expect.stringMatching(/storage of files at the moment/),
    ];
    for (const way of ["page", "busy", "silent"] as const) {
      server.way = way;
      expect([way, ...(await upload())]).toEqual([way, ...refused]);
    }
    await server.stop();
    expect(await upload()).toEqual(refused);
    expect(server.stored.size).toBe(0);
    await server.listen();
    server.way = "works";
    expect((await upload())[0]).toBe(201);
    expect([...server.stored.values()].map((bytes) => bytes.equals(pdf))).toEqual([true]);
  },
);
