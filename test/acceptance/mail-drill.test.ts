/**
 * The mail server goes wrong while the service runs: it refuses mail, or takes it and ends the connection
 * without an answer. Each invitation is mailed in the end, with one link however often it is mailed.
 */
import { expect, onTestFinished, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { startMailServer } from "../support/mail-server.ts";
import { LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { importCompany } from "./service.ts";

test(
  "an invitation that the mail server refused, or took without an answer, is mailed again with one link",
  LONG,
  async () => {
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    const service = await ownService(await ownPlace(), undefined, mail.settings);
    const { api } = await importCompany(service, companyBundle());
    const invite = (name: string) =>
      api.client.createInvitation({
        first_name: "Grace",
        last_name: "Ledger",
        email: `${name}@example.com`,
        access_template: "admin",
      });
    const linksTo = (name: string) => mail.links.get(`${name}@example.com`) ?? [];
    mail.way = "drops";
    await invite("dropped");
    await expect.poll(() => linksTo("dropped").length, LONG).toBe(1);
    mail.way = "refuses";
    await invite("refused");
    mail.way = "works";
    await service.moveClock(3_600);
    await expect.poll(() => linksTo("dropped").length, LONG).toBe(2);
    await expect.poll(() => linksTo("refused").length, LONG).toBe(1);
    expect(new Set(linksTo("dropped")).size).toBe(1);
  },
);
