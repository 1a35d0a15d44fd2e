/** The user name of the person who runs this process. */
import { userInfo } from "node:os";

/** A name that always is one: a user without an entry in the machine's list is called by number. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
