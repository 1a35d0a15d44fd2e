/** A mail server for services under test. It can refuse mail, or take it and end the connection unanswered. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { readMail } from "./eml.ts";

/** `refuses` answers with a temporary error; `drops` takes a mail and ends the connection without an answer. */
export type MailWay = "works" | "refuses" | "drops";

export interface MailServer {
  /** The settings of a service that sends its mail here. */
  readonly settings: Readonly<Record<string, string>>;
  way: MailWay;
  /** The links of the received mails by recipient, the newest last; also of those whose sender heard nothing. */
  readonly links: Map<string, string[]>;
  /** Called when a mail has arrived, before it is acknowledged. */
  onMail: () => void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom(_address, _session, done) {
      done(
        server.way === "refuses" ? Object.assign(new Error("try again later"), { responseCode: 451 }) : null,
      );
    },
    onData(stream, { envelope }, done) {
      // The sender may die within a mail, which then nobody gets.
      const received = text(stream).catch(() => null);
      void received.then((source) => {
        if (source === null) return;
        const [link = "no link"] = /https?:\S+/.exec(readMail(source).text) ?? [];
        for (const { address } of envelope.rcptTo)
          server.links.set(address, [...(server.links.get(address) ?? []), link]);
        server.onMail();
        if (server.way === "drops") for (const socket of sockets) socket.destroy();
        else done();
      });
    },
  });
  smtp.on("error", () => {});
  smtp.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Daybook <books@example.com>" },
    way: "works",
    links: new Map(),
    onMail: () => {},
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
  return server;
}
