/** Who runs this process, by the name that the machine has for them. */
import { userInfo } from "node:os";

/** A name that always is one: a user without an entry in the machine's list is called by number. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
