/** Mail that the application under test sends: kept, and read by who it is for. */
import type { Mail } from "../../src/platform/mail/index.ts";

export type Message = Parameters<Mail["send"]>[0];

const sent: Message[] = [];
let down: Error | null = null;

/** What the application under test sends by. */
export const mailbox: Mail = {
  async send(message) {
    if (down !== null) throw down;
    sent.push(message);
  },
  close: () => {},
};

/** All mail to an address, the newest last. */
export function mailTo(address: string): Message[] {
  return sent.filter(({ to }) => to.address === address);
}

/** Runs `work` while the mail server takes nothing. */
export async function withoutMail(work: () => Promise<void>): Promise<void> {
  down = new Error("the mail server is away");
  try {
    await work();
  } finally {
    down = null;
  }
}
