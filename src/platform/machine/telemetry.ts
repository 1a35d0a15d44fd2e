/**
 * Loads a module of the operator's, such as OpenTelemetry's, before the code that it observes. Invariant: the
 * service itself depends on no such package.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Loads a module by its name, as a file of the folder `from` would. Returns why it can't be, or null. */
export async function loadTelemetry(name: string, from: string): Promise<string | null> {
  let path: string;
  try {
    path = createRequire(join(from, "package.json")).resolve(name);
  } catch {
    return `names ${name}, which is not installed in ${from}. Install its package there, or unset the variable`;
  }
  try {
    await import(pathToFileURL(path).href);
    return null;
  } catch (error) {
    return `names ${name}, which can't be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}
