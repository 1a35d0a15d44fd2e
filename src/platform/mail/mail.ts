/**
 * Outgoing mail: through the operator's mail server, or, if none is configured, into a folder as files that
 * every mail program opens. Invariant: a message is either delivered completely or the sender gets an error.
 */
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { assert } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { makePrivateFolder, writePieces } from "../machine/files.ts";

export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail {
  /** Hands a message over; `signal` gives up waiting. Throws what the server or the file system said. */
  send(message: Message, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The longest wait for a response of the mail server. */
const ANSWER_MS = 20_000;
const LOOPBACK = /^(localhost|127[.]\d+[.]\d+[.]\d+|\[?::1\]?)$/;

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
}

/**
 * Sends through a mail server. A password never travels in clear, unless the server is on this machine, where
 * any certificate will do.
 */
export function smtpMail({ url, from }: SmtpOptions): Mail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const isHere = LOOPBACK.test(hostname);
  const transport = createTransport({
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && username !== "" && !isHere,
    tls: { rejectUnauthorized: !isHere },
    ...(username === ""
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  });
  return {
    async send(message, signal) {
      const { promise: given, reject } = Promise.withResolvers<never>();
      const giveUp = (): void =>
        reject(signal.reason instanceof Error ? signal.reason : new Error("sending was given up"));
      signal.throwIfAborted();
      signal.addEventListener("abort", giveUp, { once: true });
      try {
        await Promise.race([transport.sendMail(withSender(message, from)), given]);
      } finally {
        signal.removeEventListener("abort", giveUp);
      }
    },
    close: () => transport.close(),
  };
}

export interface FolderOptions {
  readonly folder: string;
  readonly from: string;
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
}

/**
 * Writes each message as an `.eml` file that only this user can read, named by its time so that the newest
 * stands last.
 */
export function folderMail({ folder, from, now, randomText }: FolderOptions): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(message, signal) {
      const { message: content } = await transport.sendMail({
        ...withSender(message, from),
        text: { raw: asItIs(message.text) },
        date: new Date(now() * 1000),
      });
      await makePrivateFolder(folder);
      const time = new Date(now() * 1000).toISOString().replaceAll(/[-:]|[.]\d+/g, "");
      await writePieces(join(folder, `${time}-${randomText(6)}.eml`), pieceOf(content), signal);
    },
    close: () => {},
  };
}

/** The transport gives all of it at once. */
async function* pieceOf(content: unknown): AsyncGenerator<string, void, undefined> {
  assert(Buffer.isBuffer(content), "a message did not come as bytes");
  yield content.toString("utf8");
}

const LINE = 76;

/** Text in lines that need no encoding, so that the link can be found in an editor. */
function inLines(text: string): string {
  return text.replaceAll(new RegExp(`(?![^\\n]{1,${LINE}}$)([^\\n]{1,${LINE}}) `, "gm"), "$1\n");
}

/**
 * The text part of a file, which travels nowhere that letters would have to be written as codes for, so that
 * no link is broken over lines.
 */
function asItIs(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${inLines(text).replaceAll(/\r?\n/g, "\r\n")}`;
}

/** Names are on one line, and no part of a message is read from a file or an address, whatever it says. */
function withSender({ to, subject, text, html }: Message, from: string): SendMailOptions {
  return {
    from,
    to: { name: to.name.replaceAll(/\s+/g, " "), address: to.address },
    subject,
    text: inLines(text),
    html,
    headers: { "auto-submitted": "auto-generated" },
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
