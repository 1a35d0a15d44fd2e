/** Where a request came from, by what proxies on its way say. */
import { expect, test } from "vitest";
import Fastify from "fastify";
import { believed, remoteAddress } from "./remote.ts";

/** The address of a request with such a header that a program on this machine brings. */
async function addressOf(forwarded: string, proxies: number | readonly string[]): Promise<string> {
  const app = Fastify({ trustProxy: believed(proxies) });
  app.get("/", (request) => remoteAddress(request));
  const answer = await app.inject({
    url: "/",
    headers: { "x-forwarded-for": forwarded },
    remoteAddress: "127.0.0.1",
  });
  await app.close();
  return answer.body;
}

const HERE = "127.0.0.1";

test.each([
  ["203.0.113.9", 0, HERE],
  ["203.0.113.9", 1, "203.0.113.9"],
  ["203.0.113.9:4444", 1, "203.0.113.9"],
  ["2001:db8::1", 1, "2001:db8::1"],
  ["[2001:db8::1]", 1, "2001:db8::1"],
  ["[2001:db8::1]:443", 1, "2001:db8::1"],
  ["198.51.100.7, 203.0.113.9:4444", 1, "203.0.113.9"],
  ["198.51.100.7:1, 203.0.113.9:4444", 2, "198.51.100.7"],
  ["nonsense", 1, HERE],
  ["203.0.113.9:", 1, HERE],
  ["203.0.113.999:4444", 1, HERE],
  ["[nonsense]:443", 1, HERE],
  ["", 1, HERE],
  ["203.0.113.9:4444", ["10.0.0.0/8"], HERE],
  ["203.0.113.9:4444", ["127.0.0.1"], "203.0.113.9"],
  ["198.51.100.7:1, 10.1.2.3:4444", ["127.0.0.1", "10.0.0.0/8"], "198.51.100.7"],
  ["198.51.100.7, ::ffff:10.1.2.3", ["127.0.0.1", "10.0.0.0/8"], "198.51.100.7"],
  ["198.51.100.7, [2001:db8::9]:4444", ["127.0.0.0/8", "2001:db8::/32"], "198.51.100.7"],
  ["198.51.100.7, fe80::1%eth0", ["127.0.0.1", "fe80::/10"], "198.51.100.7"],
  ["198.51.100.7, nonsense", ["127.0.0.1", "10.0.0.0/8"], HERE],
  ["198.51.100.7, 11.1.2.3:4444", ["127.0.0.1", "10.0.0.0/8"], "11.1.2.3"],
] as const)("%s, believing %j, is from %s", async (forwarded, proxies, address) => {
  expect(await addressOf(forwarded, proxies)).toBe(address);
});
