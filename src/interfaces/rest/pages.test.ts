/**
 * Pages are sent from memory that is used again. Nobody gets a byte of another's page, however slowly they
 * read, whether or not they read to the end, and however many requests they send at once.
 */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { FEED, transaction } from "../../../test/support/feed.ts";

const http = await testApp();
const ROWS = 120;
/** More in all than the buffers between two sockets hold. */
const companies = await Promise.all(
  ["Ä", "b", "🧾"].map(async (letter, place) => {
    const transactions = Array.from({ length: ROWS }, (_, index) =>
      transaction(`${place}_${index}`, -1_00 - index, {
        description: letter.repeat(100 + ((index * 37) % 400)),
        memo: `${letter}"\n`.repeat(40),
      }),
    );
    const { key } = await http.company({ ...FEED, transactions, transfers: [] });
    const targets = [
      "/transactions?limit=500",
      "/transactions?limit=7",
      "/transactions?limit=500&updated_after=0",
      "/journal_entries?limit=500",
    ];
    const answers = await Promise.all(targets.map(async (target) => (await http.send(target, { key })).text));
    return { key, targets, answers };
  }),
);

/**
 * Sends all of a company's requests on one connection, waits, and gives the bodies; leaves without reading to
 * the end where it is `rude`.
 */
async function readSlowly(
  { key, targets }: (typeof companies)[number],
  waitMs: number,
  rude: boolean,
): Promise<string[]> {
  const { hostname, port } = new URL(http.address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.on("error", () => {});
  for (const target of targets)
    socket.write(`GET /api/v1${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await pause(waitMs);
  if (rude) {
    socket.destroy();
    return [];
  }
  const bodies: string[] = [];
  let received = Buffer.alloc(0);
  for await (const part of socket) {
    received = Buffer.concat([received, part as Buffer]);
    for (;;) {
      const end = received.indexOf("\r\n\r\n");
      const length = Number(
        /content-length: (\d+)/i.exec(received.toString("latin1", 0, Math.max(end, 0)))?.[1] ?? Number.NaN,
      );
      if (end < 0 || received.length < end + 4 + length) break;
      bodies.push(received.toString("utf8", end + 4, end + 4 + length));
      received = received.subarray(end + 4 + length);
    }
    if (bodies.length === targets.length) break;
  }
  return bodies;
}

test("each page is that of who asked, while others read slowly or go away in the middle", async () => {
  const readers = Array.from({ length: 48 }, async (_, index) => {
    const company = companies[index % companies.length] ?? never();
    await pause(index * 3);
    const rude = index % 4 === 3;
    return { company, rude, bodies: await readSlowly(company, (index % 6) * 40, rude) };
  });
  const quick = Array.from({ length: 60 }, async (_, index) => {
    await pause(index * 5);
    const { key, targets, answers } = companies[(index * 7) % companies.length] ?? never();
    const which = index % targets.length;
    const method = index % 5 === 0 ? "HEAD" : "GET";
    return {
      text: (await http.send(targets[which] ?? "", { key, method })).text,
      answer: method === "HEAD" ? "" : answers[which],
    };
  });
  for (const { text, answer } of await Promise.all(quick)) expect(text === answer).toBe(true);
  for (const { company, rude, bodies } of await Promise.all(readers))
    expect(rude || bodies.every((body, place) => body === company.answers[place])).toBe(true);
  expect((await Promise.all(readers)).filter(({ bodies }) => bodies.length === 4).length).toBe(36);
});

function never(): never {
  throw new Error("there is no such company");
}
