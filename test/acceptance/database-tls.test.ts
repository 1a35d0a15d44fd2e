/**
 * TLS to PostgreSQL, on a server of the test's own with certificates of its own authority: what each
 * `sslmode` accepts and refuses, and that the books are used over it.
 */
import { spawnSync } from "node:child_process";
import { chmod, chown, copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { Server, SERVER_PROGRAMS, serverUser } from "../support/cluster.ts";
import { json, LONG, ownDaybook, run } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, newFolder } from "./place.ts";
import { importCompany } from "./service.ts";

const PROGRAMS = {
  name: "PostgreSQL's server (Debian's package postgresql)",
  present: SERVER_PROGRAMS !== null,
};

function openssl(folder: string, words: string, program = "openssl"): void {
  const { status, stderr } = spawnSync(program, words.split(" "), { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** Makes an authority, and a certificate of it for a host. */
async function certificates(folder: string, host: string): Promise<void> {
  openssl(
    folder,
    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout authority.key -out authority.pem",
  );
  openssl(folder, `req -newkey rsa:2048 -nodes -subj /CN=${host} -keyout server.key -out server.csr`);
  await writeFile(join(folder, "host"), `subjectAltName=DNS:${host}`);
  openssl(
    folder,
    "x509 -req -in server.csr -days 2 -CA authority.pem -CAkey authority.key -CAcreateserial -extfile host -out server.pem",
  );
}

/** Lets a server use the certificate of a folder. */
async function useCertificate(server: Server, folder: string): Promise<void> {
  const { uid, gid } = serverUser();
  for (const name of ["server.key", "server.pem"]) {
    const target = join(server.folder, name);
    await copyFile(join(folder, name), target);
    await chmod(target, 0o600);
    if (uid !== undefined && gid !== undefined) await chown(target, uid, gid);
  }
  await server.configure("ssl = on\nssl_key_file = 'server.key'\nssl_cert_file = 'server.pem'");
}

// The server is the test's own, so one of the two runs of a check is enough.
describe.skipIf(ENGINE !== "server")("on a server of its own", () => {
  describeWith(PROGRAMS, "TLS to the database", () => {
    test("is used and checked as sslmode says (OPER-005)", LONG, async () => {
      const server = await Server.make();
      onTestFinished(() => server.remove());
      const [folder, other] = [await newFolder(), await newFolder()];
      await certificates(folder, "localhost");
      await certificates(other, "db.example.com");
      await server.initialize();
      await server.query("create database books");
      // Only connections with TLS reach the books.
      await writeFile(
        join(server.folder, "pg_hba.conf"),
        "hostnossl books all all reject\nhost all all all trust\nlocal all all trust\n",
      );
      await useCertificate(server, folder);

      const place = await ownPlace("embedded");
      const settings = (options: string) => ({
        DATABASE_URL: `postgres://postgres@localhost:${server.port}/books${options}`,
        DAYBOOK_CLOCK_FORCE: "yes",
      });
      const doctor = async (options: string) => {
        const daybook = ownDaybook({ ...place.environment, ...settings(options) });
        const { stdout, stderr } = await run(daybook, ["doctor", "--json"]);
        expect(stderr).not.toMatch(/WARNING/i);
        const { findings } = JSON.parse(stdout) as {
          findings: { what: string; ok: boolean; found: string }[];
        };
        const found = findings.find(({ what }) => what === "Database");
        return [found?.ok, found?.found];
      };
      const works = [true, expect.stringMatching(/^Server, PostgreSQL/)];
      const authority = `&sslrootcert=${join(folder, "authority.pem")}`;
      const foreign = [false, expect.stringContaining("signed by no authority that sslrootcert names")];

      expect(await doctor("")).toEqual([false, expect.stringContaining("it refused the user")]);
      expect(await doctor("?sslmode=disable")).toEqual([
        false,
        expect.stringContaining("it refused the user"),
      ]);
      expect(await doctor("?sslmode=require")).toEqual(works);
      expect(await doctor(`?sslmode=verify-full${authority}`)).toEqual(works);
      expect(await doctor("?sslmode=verify-full")).toEqual(foreign);
      expect(await doctor(`?sslmode=verify-full&sslrootcert=${join(other, "authority.pem")}`)).toEqual(
        foreign,
      );

      const running = await ownService(place, ["serve"], settings(`?sslmode=verify-full${authority}`));
      const { api } = await importCompany(running, companyBundle());
      expect(await api.verdict("/company")).toBe("200");
      expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
      await running.kill();

      // A certificate of the other host.
      await useCertificate(server, other);
      const others = `&sslrootcert=${join(other, "authority.pem")}`;
      expect(await doctor(`?sslmode=verify-full${others}`)).toEqual([
        false,
        expect.stringContaining("its certificate is of another host"),
      ]);
      expect(await doctor(`?sslmode=verify-ca${others}`)).toEqual(works);
      expect(await doctor(`?sslmode=require${authority}`)).toEqual(foreign);
    });
  });
});
