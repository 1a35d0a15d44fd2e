/**
 * Mail through a real mail server and as files: what the recipient gets, what is refused, and that a password
 * is never sent without TLS.
 */
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { type Mail as Read, readMail } from "../../../test/support/eml.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { randomText } from "../random/random.ts";
import { folderMail, type Mail, smtpMail } from "./index.ts";

const FROM = "Daybook <books@example.com>";
const LONG_LINE = "a line that is longer than any line of mail may be, ".repeat(3).trimEnd();
const LINK = `https://books.example.com/app/join?${"a2".repeat(16)}`;
const MESSAGE = {
  to: { name: "Grace Ledger", address: "grace@example.com" },
  subject: "Ada Example invites you to join Harbor Pine on Daybook",
  text: `Hello Grace,\n\n${LONG_LINE}\n\n${LINK}\n`,
  html: `<!doctype html><html lang="en"><body><p>Hello Grace,</p><p><a href="${LINK}">Accept</a></p></body></html>`,
};
const notAborted = (): AbortSignal => new AbortController().signal;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Received {
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly from: string;
  readonly to: readonly string[];
  readonly mail: Read;
}

interface Server {
  readonly port: number;
  readonly received: Received[];
  /** The users whose passwords reached the server. */
  readonly users: string[];
}

/** Starts a mail server on a free port, with the user `books` and the password `p@ss word`. */
async function server(options: ConstructorParameters<typeof SMTPServer>[0] = {}): Promise<Server> {
  const received: Received[] = [];
  const users: string[] = [];
  const smtp = new SMTPServer({
    logger: false,
    onAuth({ username, password }, _session, done) {
      users.push(username ?? "");
      if (username === "books" && password === "p@ss word") done(null, { user: username });
      else done(new Error("who is that?"));
    },
    onRcptTo({ address }, _session, done) {
      done(
        address.startsWith("nobody")
          ? Object.assign(new Error("no such mailbox"), { responseCode: 550 })
          : null,
      );
    },
    onData(stream, { envelope, secure, user }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      void text(stream).then((source) => {
        received.push({
          user: typeof user === "string" ? user : undefined,
          secure,
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          mail: readMail(source),
        });
        done();
      });
    },
    ...options,
  });
  smtp.on("error", () => {});
  smtp.listen(0, "0.0.0.0");
  await once(smtp.server, "listening");
  closers.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return { port: (smtp.server.address() as AddressInfo).port, received, users };
}

function through(
  { port }: { readonly port: number },
  { scheme = "smtp", user = "", host = "127.0.0.1" } = {},
): Mail {
  const mail = smtpMail({ url: `${scheme}://${user === "" ? "" : `${user}@`}${host}:${port}`, from: FROM });
  closers.push(() => mail.close());
  return mail;
}

const WITHOUT_LOGIN = { authOptional: true };
const VALID_USER = "books:p%40ss%20word";
/** An address of this machine that is not a loopback address. */
const NOT_LOOPBACK = "0.0.0.0";

describe("a mail server", () => {
  test("gets a complete message, with its sender and its only recipient", async () => {
    const at = await server(WITHOUT_LOGIN);
    await through(at).send(MESSAGE, notAborted());
    expect(at.received).toMatchObject([
      { from: "books@example.com", to: ["grace@example.com"], mail: { html: MESSAGE.html } },
    ]);
    expect(at.received[0]?.mail.text.replaceAll("\n", " ")).toBe(
      MESSAGE.text.trimEnd().replaceAll("\n", " "),
    );
    const headers = Object.fromEntries(at.received[0]?.mail.headers ?? []);
    expect(headers).toMatchObject({
      from: [FROM],
      to: ["Grace Ledger <grace@example.com>"],
      subject: [MESSAGE.subject],
      "auto-submitted": ["auto-generated"],
      "mime-version": ["1.0"],
    });
  });

  test("gets letters of every script, and no headers from line breaks in a name or a subject (MAIL-002)", async () => {
    const at = await server(WITHOUT_LOGIN);
    const name = 'Zoë "Ледger" 日本, <b>';
    await through(at).send(
      {
        ...MESSAGE,
        to: { name, address: "grace@example.com" },
        subject: "Zoë → Čapek & Söhne 🎏",
        text: `Grüße, 日本\n${LINK}\n`,
      },
      notAborted(),
    );
    await through(at).send(
      {
        ...MESSAGE,
        to: { name: "Eve\r\nBcc: eve@example.com", address: "grace@example.com" },
        subject: "One\r\nBcc: eve@example.com\n\nbody",
      },
      notAborted(),
    );
    const [first, second] = at.received.map(({ mail }) => mail);
    expect([first?.headers.get("subject"), first?.text]).toEqual([
      ["Zoë → Čapek & Söhne 🎏"],
      `Grüße, 日本\n${LINK}`,
    ]);
    expect(first?.headers.get("to")?.[0]).toContain("Zoë");
    expect(at.received[1]?.to).toEqual(["grace@example.com"]);
    expect([...(second?.headers.keys() ?? [])]).toEqual([...(first?.headers.keys() ?? [])]);
    expect([second?.headers.get("subject")?.[0], second?.headers.get("to")?.[0]]).toEqual([
      expect.not.stringMatching(/[\r\n]/),
      expect.not.stringMatching(/[\r\n]/),
    ]);
  });

  test("gets a text that looks like a file or a URL unchanged", async () => {
    const at = await server(WITHOUT_LOGIN);
    await through(at).send(
      { ...MESSAGE, text: "file:///etc/hostname", html: "https://localhost/" },
      notAborted(),
    );
    expect(at.received).toMatchObject([
      { mail: { text: "file:///etc/hostname", html: "https://localhost/" } },
    ]);
  });

  test("gets the user and the password, and a wrong password is an error", async () => {
    const at = await server();
    await through(at, { user: VALID_USER }).send(MESSAGE, notAborted());
    expect(at.received).toMatchObject([{ user: "books", secure: true }]);
    await expect(through(at, { user: "books:wrong" }).send(MESSAGE, notAborted())).rejects.toThrow(
      /Invalid login|who is that/,
    );
    await expect(through(at).send(MESSAGE, notAborted())).rejects.toThrow(/authentication required/i);
    expect(at.received).toHaveLength(1);
  });

  test("on this machine is trusted without TLS and with any certificate", async () => {
    const [plain, secure] = [
      await server({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
      await server({ secure: true }),
    ];
    await through(plain, { user: VALID_USER }).send(MESSAGE, notAborted());
    await through(secure, { user: VALID_USER, scheme: "smtps", host: "localhost" }).send(
      MESSAGE,
      notAborted(),
    );
    expect([plain.received, secure.received]).toMatchObject([
      [{ user: "books", secure: false }],
      [{ user: "books", secure: true }],
    ]);
  });

  test("on another host gets no password without TLS or with an untrusted certificate (MAIL-001)", async () => {
    const servers = [
      ["smtp", await server({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true }), /STARTTLS/],
      ["smtp", await server({ allowInsecureAuth: true }), /certificate/],
      ["smtps", await server({ secure: true, allowInsecureAuth: true }), /certificate/],
    ] as const;
    for (const [scheme, at, problem] of servers) {
      await expect(
        through(at, { user: VALID_USER, host: NOT_LOOPBACK, scheme }).send(MESSAGE, notAborted()),
      ).rejects.toThrow(problem);
      expect([at.users, at.received]).toEqual([[], []]);
    }
  });

  test("that refuses the recipient or does not exist leads to an error with the reason", async () => {
    const at = await server(WITHOUT_LOGIN);
    await expect(
      through(at).send({ ...MESSAGE, to: { name: "", address: "nobody@example.com" } }, notAborted()),
    ).rejects.toThrow(/no such mailbox/);
    expect(at.received).toEqual([]);
    const gone = createServer();
    await once(gone.listen(0, "127.0.0.1"), "listening");
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    await expect(through({ port }).send(MESSAGE, notAborted())).rejects.toThrow(/ECONNREFUSED/);
  });

  test("that does not answer is waited for until the signal is aborted", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on("error", () => {})));
    await once(silent.listen(0, "127.0.0.1"), "listening");
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => silent.close(resolve));
    });
    const abort = new AbortController();
    const sending = through({ port: (silent.address() as AddressInfo).port }).send(MESSAGE, abort.signal);
    await once(silent, "connection");
    abort.abort(new Error("it took too long"));
    await expect(sending).rejects.toThrow("it took too long");
    await expect(
      through({ port: 1 }).send(MESSAGE, AbortSignal.abort(new Error("before it began"))),
    ).rejects.toThrow("before it began");
  });
});

describe("a folder", () => {
  /** Makes mail that is written into a new folder, with a clock that shows `clock.at`. */
  async function newFolderMail() {
    const root = await mkdtemp(join(tmpdir(), "daybook-mail-"));
    closers.push(() => rm(root, { recursive: true }));
    const folder = join(root, "home", "mail");
    const clock = { at: Date.UTC(2026, 4, 20, 19) / 1000 };
    return {
      folder,
      clock,
      mail: folderMail({ folder, from: FROM, now: () => unixSeconds(clock.at), randomText }),
    };
  }

  test("gets a file for each message, the newest last, that only this user can read", async () => {
    const { folder, clock, mail } = await newFolderMail();
    await mail.send(MESSAGE, notAborted());
    clock.at += 61;
    await Promise.all([1, 2, 3].map(() => mail.send({ ...MESSAGE, subject: "Later" }, notAborted())));
    const names = (await readdir(folder)).toSorted();
    expect(names).toEqual([
      expect.stringMatching(/^20260520T190000Z-\w{6}[.]eml$/),
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^20260520T190101Z-\w{6}[.]eml$/) as string),
    ]);
    const modes = await Promise.all(
      [folder, ...names.map((name) => join(folder, name))].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
    const { headers, text: body, html } = readMail(await readFile(join(folder, names[0] ?? ""), "utf8"));
    expect([body.split("\n").at(-1), html]).toEqual([LINK, MESSAGE.html]);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: [FROM],
      to: ["Grace Ledger <grace@example.com>"],
      subject: [MESSAGE.subject],
      date: ["Wed, 20 May 2026 19:00:00 +0000"],
    });
  });

  test("has files from which links can be copied, even long links and among letters of any script", async () => {
    const { folder, mail } = await newFolderMail();
    await mail.send(MESSAGE, notAborted());
    const long = LINK.replace("books", "the-books-of-a-company.with-a-long-name".repeat(3));
    await mail.send({ ...MESSAGE, text: `Grüße,\n\n${long}\n` }, notAborted());
    await mail.send(
      { ...MESSAGE, text: `${"日本語の会社へようこそ".repeat(10)}\n\n${LINK}\n` },
      notAborted(),
    );
    const sources = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(
      sources.map((source) => source.split("\r\n")).find((lines) => lines.includes("Hello Grace,")),
    ).toContain(LINK);
    expect(sources.filter((source) => source.split("\r\n").includes(LINK))).toHaveLength(2);
    const [german] = sources.filter((source) => source.split("\r\n").includes(long)).map(readMail);
    expect([german?.text.trimEnd(), german?.html]).toEqual([`Grüße,\n\n${long}`, MESSAGE.html]);
  });

  test("gets no file after an abort, and an error says if the folder can't be created", async () => {
    const { folder, mail } = await newFolderMail();
    await expect(mail.send(MESSAGE, AbortSignal.abort(new Error("the worker stops")))).rejects.toThrow(
      /abort/i,
    );
    expect(await readdir(folder)).toEqual([]);
    const nowhere = folderMail({
      folder: "/dev/null/mail",
      from: FROM,
      now: () => unixSeconds(0),
      randomText,
    });
    await expect(nowhere.send(MESSAGE, notAborted())).rejects.toThrow(/\/dev\/null\/mail/);
  });
});
