/**
 * Parses a mail in its transport form (RFC 5322), as far as the service's mails need: headers, and the parts
 * of `multipart/alternative`.
 */

export interface Mail {
  /** All decoded values of each header, by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  readonly html: string;
}

export function readMail(source: string): Mail {
  const [head, body] = split(source);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`).slice(1, -1);
  const part = (type: string): string => {
    const found = parts
      .map((each) => split(each.replace(/^\r\n/, "")))
      .find(([of]) => new RegExp(`^content-type: ${type}\\b`, "im").test(of));
    return found === undefined
      ? ""
      : decoded(found[1], /^content-transfer-encoding: *(\S+)/im.exec(found[0])?.[1] ?? "7bit");
  };
  return { headers: headersOf(head), text: part("text/plain"), html: part("text/html") };
}

function split(source: string): readonly [head: string, body: string] {
  const end = source.indexOf("\r\n\r\n");
  return [source.slice(0, end), source.slice(end + 4)];
}

function headersOf(head: string): ReadonlyMap<string, readonly string[]> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const pairs = lines.map(
    (line) =>
      [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        words(line.slice(line.indexOf(":") + 1).trim()),
      ] as const,
  );
  return new Map(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
  );
}

/** Decodes the encoded words (RFC 2047) of a text. */
function words(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, "?==?");
  return joined.replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_word, kind: string, content: string) =>
    kind.toLowerCase() === "b"
      ? Buffer.from(content, "base64").toString("utf8")
      : quoted(content.replaceAll("_", " ")),
  );
}

function quoted(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decoded(body: string, encoding: string): string {
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString("utf8")
      : encoding === "quoted-printable"
        ? quoted(body)
        : body;
  return text.replaceAll("\r\n", "\n").trimEnd();
}
