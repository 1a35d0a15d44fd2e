/** The operations on files: uploading a PDF in a form, and announcing a direct upload to storage. */
import type { Handlers } from "../../../contract/operation.ts";
import type { filesContract } from "./contract.ts";
import type { FilesService } from "./service/index.ts";

export function filesHandlers(files: FilesService): Handlers<typeof filesContract> {
  return {
    async createFile({ principal: { companyId, userId }, body: { file }, now }) {
      const { id, filename, size, created, expires_at } = await files.receive(
        { companyId, userId, now },
        file.name,
        file.content,
      );
      return { id, object: "file" as const, filename, size, created, expires_at };
    },
    async createFileUpload({ principal: { companyId, userId }, body, now }) {
      const upload = await files.announce({ companyId, userId, now }, body);
      return { object: "file_upload" as const, ...upload, method: "PUT" as const };
    },
  };
}
