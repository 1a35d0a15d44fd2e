/**
 * The network address of a caller, as reported by trusted proxies, and how often a header was given. Some
 * proxies add the port to an address, which is removed.
 */
import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** The network address: that of the connection where a believed proxy says none that can be one. */
export function remoteAddress(request: FastifyRequest): string {
  const address = withoutPort(request.ip);
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? "") : address;
}

/**
 * Tests if a proxy is trusted: the given number of hops next to the service, or the named addresses and
 * networks (`10.0.0.0/8`).
 */
export function believed(proxies: number | readonly string[]): (address: string, hop: number) => boolean {
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  const named = new BlockList();
  for (const each of proxies) {
    const [network = "", bits] = each.split("/");
    named.addSubnet(
      network,
      bits === undefined ? (isIP(network) === 4 ? 32 : 128) : Number(bits),
      family(network),
    );
  }
  return (peer) => {
    const address = withoutPort(peer);
    return isIP(address) !== 0 && named.check(address, family(address));
  };
}

function family(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/** The address in `203.0.113.9:4444`, `[2001:db8::1]:443` or `[2001:db8::1]`. */
function withoutPort(text: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(text) ?? [];
  return ipv4 ?? ipv6 ?? text;
}

/** The number of times that a header occurs in the request. */
export function timesGiven(request: FastifyRequest, name: string): number {
  return request.raw.rawHeaders.filter(
    (word, at) => at % 2 === 0 && word.length === name.length && word.toLowerCase() === name,
  ).length;
}
