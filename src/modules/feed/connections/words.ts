/** The words of connections, for the command line. */
export { type Vendor, VENDORS } from "./rules/words.ts";
