/** The mail that the application under test sends: kept in memory, so that tests can read it. */
import type { Mail } from "../../src/platform/mail/index.ts";

export type Message = Parameters<Mail["send"]>[0];

const sent: Message[] = [];
let down: Error | null = null;

/** The mail service of the application under test. */
export const mailbox: Mail = {
  isSent: true,
  async send(message) {
    if (down !== null) throw down;
    sent.push(message);
  },
  close: () => {},
};

/** The same as an installation without a mail server has it: nothing is sent. */
export const mailFolder: Mail = { ...mailbox, isSent: false };

/** Returns all mail to an address, the newest last. */
export function mailTo(address: string): Message[] {
  return sent.filter(({ to }) => to.address === address);
}

/** Runs `work` while the mail server is down. */
export async function withoutMail(work: () => Promise<void>): Promise<void> {
  down = new Error("the mail server is down");
  try {
    await work();
  } finally {
    down = null;
  }
}
