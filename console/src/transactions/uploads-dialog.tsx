/** The uploads of bank files, each of which can be taken back whole after what would go is shown. */
import { timeText } from "../kit/times.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { ListedUpload } from "../api/generated/schemas.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { Refusal } from "../kit/refusal.tsx";
import type { Scene } from "./scene.ts";
import { useSending } from "./sending.tsx";

interface DialogProps {
  readonly scene: Scene;
  readonly onClose: () => void;
}

export function UploadsDialog({ scene, onClose }: DialogProps) {
  const { company } = scene;
  const query = useQuery({
    queryKey: ["uploads", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listUploads({ signal }).all(),
    staleTime: 0,
  });
  return (
    <Dialog title="Uploads" width={760} onClose={onClose}>
      <Read query={query} what="the uploads">
        {(uploads) =>
          uploads.length === 0 ? (
            <p className="none">No file was uploaded yet. Drop one on the page, or choose one.</p>
          ) : (
            <ul className="tx-uploads">
              {uploads.map((upload) => (
                <Upload key={upload.id} scene={scene} upload={upload} />
              ))}
            </ul>
          )
        }
      </Read>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        {scene.canEdit ? (
          <button
            type="button"
            className="button primary"
            onClick={() => scene.begin({ what: "upload", file: null })}
          >
            Upload a bank file
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}

function Upload({ scene, upload }: { readonly scene: Scene; readonly upload: ListedUpload }) {
  const { company, names, canEdit, reload } = scene;
  const [removing, setRemoving] = useState<number | null>(null);
  const { isBusy, error, send } = useSending();
  const take = (dry_run: boolean): void =>
    send(async () => {
      try {
        const { removed } = await ownOf(company.id).takeBackUpload(upload.id, { dry_run });
        setRemoving(dry_run ? removed : null);
      } catch (problem) {
        setRemoving(null);
        throw problem;
      }
      if (dry_run) return;
      await queryClient.invalidateQueries();
      reload();
    });
  const number = (count: number): string => count.toLocaleString("en-US");
  const refused = upload.row_count - upload.imported_count - upload.duplicate_count;
  return (
    <li>
      <span className="what">
        <b dir="auto">{upload.file_name ?? upload.format.toUpperCase()}</b>
        <small>
          <span dir="auto">{names.nameOf(upload.account_id)}</span>, {timeText(upload.created)}
        </small>
      </span>
      <span className="what">
        {number(upload.imported_count)} new, {number(upload.duplicate_count)} known, {number(refused)} refused
        {upload.undone_at === null ? null : <small>taken back {timeText(upload.undone_at)}</small>}
      </span>
      {!canEdit || upload.undone_at !== null ? null : removing === null ? (
        <Button className="button" isBusy={isBusy} onClick={() => take(true)}>
          Take back…
        </Button>
      ) : (
        <span className="tx-sure">
          <Button className="button primary" isBusy={isBusy} onClick={() => take(false)}>
            Remove {number(removing)} {removing === 1 ? "transaction" : "transactions"}
          </Button>
          <Button className="button" isBusy={isBusy} onClick={() => setRemoving(null)}>
            Keep
          </Button>
        </span>
      )}
      <Refusal error={error} />
    </li>
  );
}
