/** The exports of a company that are followed: each is asked for until its file is there, and downloaded then. */
import { ApiError } from "@daybook/client";
import { useEffect } from "react";
import { ownOf } from "../api/service.ts";
import { refusalText } from "../kit/refusal.tsx";
import { change, dismiss, type Followed, isFollowed } from "./export-store.ts";

const PAUSES_MS = [400, 700, 1_000, 1_500, 2_500, 4_000];
const polled = new Set<string>();

async function follow({ id, company }: Followed): Promise<void> {
  if (polled.has(id)) return;
  polled.add(id);
  for (let tries = 0; isFollowed(id); tries += 1) {
    try {
      const body = await ownOf(company).getStatementExport(id);
      if (body.status === "succeeded" && body.file !== null) {
        change(id, { state: "ready", note: sizeText(body.file.size), url: body.file.download_url });
        download(body.file.download_url);
        return;
      }
      if (body.status === "failed" || body.status === "succeeded") {
        change(id, { state: "failed", note: body.error?.message ?? "The file is not there any more." });
        return;
      }
      change(id, { note: body.status === "processing" ? "Being made" : "In the queue" });
    } catch (error) {
      const mayPass = !(error instanceof ApiError) || error.status >= 429;
      if (!mayPass) {
        change(id, { state: "failed", note: refusalText(error) });
        return;
      }
      change(id, { note: "Waiting for the service" });
    }
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    });
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The service sends the file as an attachment, so the page stays. */
function download(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

export function FollowedExports({ own }: { readonly own: readonly Followed[] }) {
  useEffect(() => {
    for (const each of own) if (each.state === "waiting" && !each.id.startsWith("asked ")) void follow(each);
  }, [own]);
  return (
    <>
      {own.map((each) => (
        <div key={each.id} className={`export ${each.state}`}>
          <div>
            <b>{each.title}</b>
            <small>{each.note}</small>
            {each.state === "waiting" ? <progress aria-label={`${each.title} is being made`} /> : null}
          </div>
          {each.url === null ? null : (
            <a className="button" href={each.url} download>
              Download
            </a>
          )}
          {each.state === "waiting" ? null : (
            <button
              type="button"
              className="button plain"
              aria-label={`Dismiss ${each.title}`}
              onClick={() => dismiss(each.id)}
            >
              ×
            </button>
          )}
        </div>
      ))}
    </>
  );
}
