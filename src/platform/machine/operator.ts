/** The user name of the person who runs this process. */
import { userInfo } from "node:os";

/**
 * Returns the user's name; for a user without an entry in the machine's list, a name with the user's number.
 */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
