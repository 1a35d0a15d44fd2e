/**
 * Outgoing mail: sent through the operator's mail server, or, if none is configured, written into a folder as
 * files that any mail program opens. Invariant: a message is delivered completely, or `send` throws.
 */
import { join } from "node:path";
import type * as Library from "nodemailer";
import { assert } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { makePrivateFolder, writePieces } from "../machine/files.ts";

export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail {
  /** False if messages only become files, which an operator hands on. */
  readonly isSent: boolean;
  /**
   * Delivers a message. Aborting `signal` ends the wait. Throws the error of the server or the file system.
   */
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
 * Sends through a mail server. Requires TLS for a password, unless the server is on this machine, where any
 * certificate is accepted and TLS is optional.
 */
export function smtpMail({ url, from }: SmtpOptions): Mail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const isLocal = LOOPBACK.test(hostname);
  const opened = lazily(({ createTransport }) =>
    createTransport({
      host: hostname.replaceAll(/^\[|\]$/g, ""),
      port: port === "" ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && username !== "" && !isLocal,
      tls: { rejectUnauthorized: !isLocal },
      ...(username === ""
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
    }),
  );
  return {
    isSent: true,
    async send(message, signal) {
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const onAbort = (): void =>
        reject(signal.reason instanceof Error ? signal.reason : new Error("sending was given up"));
      signal.throwIfAborted();
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        const transport = await opened.get();
        await Promise.race([transport.sendMail(withSender(message, from)), aborted]);
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
    close: () => opened.made()?.close(),
  };
}

export interface FolderOptions {
  readonly folder: string;
  readonly from: string;
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
}

/**
 * Writes each message as an `.eml` file that only this user can read. File names begin with the time, so that
 * the newest comes last.
 */
export function folderMail({ folder, from, now, randomText }: FolderOptions): Mail {
  const opened = lazily(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: "windows" }),
  );
  return {
    isSent: false,
    async send(message, signal) {
      const transport = await opened.get();
      const { message: content } = await transport.sendMail({
        ...withSender(message, from),
        text: { raw: unencodedPart(message.text) },
        date: new Date(now() * 1000),
      });
      await makePrivateFolder(folder);
      const time = new Date(now() * 1000).toISOString().replaceAll(/[-:]|[.]\d+/g, "");
      await writePieces(join(folder, `${time}-${randomText(6)}.eml`), pieceOf(content), signal);
    },
    close: () => {},
  };
}

/** Makes a transport with the first message: most processes send none, and loading the library takes 20 ms. */
function lazily<Transport>(make: (library: typeof Library) => Transport) {
  let made: Transport | null = null;
  return {
    made: () => made,
    get: async (): Promise<Transport> => (made ??= make(await import("nodemailer"))),
  };
}

/** Yields the whole message, which the transport returns as one buffer. */
async function* pieceOf(content: unknown): AsyncGenerator<string, void, undefined> {
  assert(Buffer.isBuffer(content), "the transport did not return a message as bytes");
  yield content.toString("utf8");
}

const LINE = 76;

/**
 * Breaks text into short lines, so that mail programs need not encode or break them, and links stay whole.
 */
function wrapLines(text: string): string {
  return text.replaceAll(new RegExp(`(?![^\\n]{1,${LINE}}$)([^\\n]{1,${LINE}}) `, "gm"), "$1\n");
}

/**
 * Returns the text part of a message in a file. The text is not encoded, because no mail server transports
 * the file, so links can be copied from the file.
 */
function unencodedPart(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${wrapLines(text).replaceAll(/\r?\n/g, "\r\n")}`;
}

/**
 * Returns the message for the transport. Line breaks in a name are removed, so that a name can't add headers.
 * The transport must not load any part of a message from a file or a URL.
 */
function withSender({ to, subject, text, html }: Message, from: string): Library.SendMailOptions {
  return {
    from,
    to: { name: to.name.replaceAll(/\s+/g, " "), address: to.address },
    subject,
    text: wrapLines(text),
    html,
    headers: { "auto-submitted": "auto-generated" },
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
