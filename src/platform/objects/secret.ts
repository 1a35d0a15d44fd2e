/**
 * The secret that links are signed with: random, made once, and the same for all processes that share the
 * folder. Invariant: after making it, a process reads it from the file too, so that of several processes all
 * use the first one's.
 */
import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileProblem } from "../machine/files.ts";

const SECRET_BYTES = 32;

/** Reads the secret in the file at `path`; if there is none, makes it in the folder `making` first. */
export async function ownSecret(path: string, making: string): Promise<Buffer> {
  const text = await readFile(path, "utf8").catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await makeSecret(path, making);
    return readFile(path, "utf8");
  });
  if (!new RegExp(`^[0-9a-f]{${2 * SECRET_BYTES}}\n$`).test(text)) {
    throw new FileProblem(
      `The file ${path} is not the secret that links to stored files are signed with. Delete it: a new one is made, and links that were given out stop working.`,
      false,
    );
  }
  return Buffer.from(text.trim(), "hex");
}

/**
 * Makes the file completely or not at all: a complete file gets its second name, unless another process was
 * first.
 */
async function makeSecret(path: string, making: string): Promise<void> {
  const made = join(making, `secret-${process.pid}-${randomBytes(12).toString("hex")}`);
  try {
    {
      await using handle = await open(made, "wx", 0o600);
      await handle.writeFile(`${randomBytes(SECRET_BYTES).toString("hex")}\n`);
      await handle.sync();
    }
    await link(made, path);
  } catch (error) {
    const { code = "", syscall } = error as NodeJS.ErrnoException;
    if (syscall === "link" && ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) {
      throw new FileProblem(
        `The folder of stored files can't be ${dirname(path)}: its file system knows no hard links, by which processes agree on one secret.`,
        false,
      );
    }
    if (code !== "EEXIST") throw error;
  } finally {
    await rm(made, { force: true });
  }
}
