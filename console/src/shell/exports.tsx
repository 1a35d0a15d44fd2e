/**
 * Exports of reports: asked for by a page, made by the service in the background, followed here until the
 * file is there, and then downloaded. What is not finished survives a reload of the page.
 */
import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "@daybook/client";
import type { NewStatementExport } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { refusalText } from "../parts/refusal.tsx";

interface Followed {
  readonly id: string;
  readonly company: string;
  /** What it is, such as "Income statement, PDF". */
  readonly title: string;
  readonly state: "waiting" | "ready" | "failed";
  readonly note: string;
  readonly url: string | null;
}

const PLACE = "daybook.exports";
const PAUSES_MS = [400, 700, 1_000, 1_500, 2_500, 4_000];

let followed: readonly Followed[] = restored();
const listeners = new Set<() => void>();
const polled = new Set<string>();

function restored(): Followed[] {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "[]") as Followed[];
  } catch {
    return [];
  }
}

function replace(next: readonly Followed[]): void {
  followed = next;
  try {
    const unfinished = next.filter(({ state }) => state === "waiting");
    sessionStorage.setItem(PLACE, JSON.stringify(unfinished));
  } catch {
    // Then a reload forgets them; the service makes the files all the same.
  }
  for (const listener of listeners) listener();
}

function change(id: string, changed: Partial<Followed>): void {
  replace(followed.map((each) => (each.id === id ? { ...each, ...changed } : each)));
}

function dismiss(id: string): void {
  replace(followed.filter((each) => each.id !== id));
}

/** Asks for an export, and follows it. */
export async function startExport(
  company: string,
  title: string,
  request: NewStatementExport,
): Promise<void> {
  const placeholder = `asked ${title} ${performance.now()}`;
  const first: Followed = { id: placeholder, company, title, state: "waiting", note: "Asked for", url: null };
  replace([...followed, first]);
  try {
    const body = await ownOf(company).exportStatement(request);
    replace(
      followed.map((each) =>
        each.id === placeholder ? { ...each, id: body.id, note: "In the queue" } : each,
      ),
    );
  } catch (error) {
    change(placeholder, { state: "failed", note: refusalText(error) });
  }
}

async function follow({ id, company }: Followed): Promise<void> {
  if (polled.has(id)) return;
  polled.add(id);
  for (let tries = 0; followed.some((each) => each.id === id); tries += 1) {
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

export function Exports({ company }: { readonly company: string }) {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => followed,
  );
  const own = all.filter((each) => each.company === company);
  useEffect(() => {
    for (const each of own) if (each.state === "waiting" && !each.id.startsWith("asked ")) void follow(each);
  }, [own]);
  return (
    <div className="exports" role="status" aria-label="Exports">
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
    </div>
  );
}
