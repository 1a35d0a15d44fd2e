/** The words of connections, for the command line. */
export { type Vendor, VENDOR_NAMES, VENDORS } from "./rules/words.ts";
