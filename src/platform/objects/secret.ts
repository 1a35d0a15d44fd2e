/**
 * The secret that links are signed with. It is random, created once, and the same for all processes that
 * share the folder. Invariant: a process that tried to create the secret reads it from the file afterwards,
 * so that several processes that start at once all use the secret of the first.
 */
import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flushFolder } from "../machine/durable.ts";
import { FileProblem } from "../machine/files.ts";

const SECRET_BYTES = 32;

/**
 * Returns the secret in the file at `path`. A missing file is created first, with a temporary file in the
 * folder `temporaryFolder`.
 */
export async function readOrCreateSecret(path: string, temporaryFolder: string): Promise<Buffer> {
  const text = await readFile(path, "utf8").catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await createSecret(path, temporaryFolder);
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
 * Creates the file completely or not at all: a complete temporary file is linked to `path`. If another
 * process was faster, its file stays.
 */
async function createSecret(path: string, temporaryFolder: string): Promise<void> {
  const temporary = join(temporaryFolder, `secret-${process.pid}-${randomBytes(12).toString("hex")}`);
  try {
    {
      await using handle = await open(temporary, "wx", 0o600);
      await handle.writeFile(`${randomBytes(SECRET_BYTES).toString("hex")}\n`);
      await handle.sync();
    }
    await link(temporary, path);
    await flushFolder(dirname(path));
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
    await rm(temporary, { force: true });
  }
}
