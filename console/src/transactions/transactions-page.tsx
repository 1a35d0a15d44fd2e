/** The transactions of a company: the list, what is done with it, and what is open beside it. */
import "./transactions.css";
import { useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Company } from "../api/types.ts";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { ProblemState } from "../kit/states.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { Feed } from "./feed.ts";
import { FeedList } from "./feed-list.tsx";
import { Filters } from "./filters.tsx";
import { useNames } from "../parts/names.ts";
import { companyPage } from "../parts/company-page.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import type { Doing, Scene } from "./scene.ts";
import { SplitDialog } from "./split-dialog.tsx";
import { SpreadDialog } from "./spread-dialog.tsx";
import { TransactionPanel } from "./transaction-panel.tsx";
import { TransfersDialog } from "./transfers-dialog.tsx";
import { TwinsDialog, TwinsNotice } from "./twins-dialog.tsx";
import { UploadDialog } from "./upload-dialog.tsx";
import { UploadsDialog } from "./uploads-dialog.tsx";
import { useEdits } from "./use-edits.ts";
import { conditionsOf, isFiltered, type Search } from "./view.ts";

const LISTS = [{ what: "transfers" }, { what: "uploads" }, { what: "twins" }] as const;

export const TransactionsPage = companyPage("Transactions", Transactions);

function Transactions({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/transactions" });
  const names = useNames(company);
  const { edits, notice } = useEdits(company.id);
  const [round, setRound] = useState(0);
  const [doing, setDoing] = useState<Doing | null>(null);
  const conditions = JSON.stringify(conditionsOf(search));
  const feed = useMemo(
    () => new Feed(company.id, JSON.parse(conditions) as Record<string, string>),
    // Another round is another list of the same conditions.
    [company.id, conditions, round],
  );
  useEffect(() => {
    feed.begin();
    return () => feed.end();
  }, [feed]);
  const go = useGo<Search>("/c/$company/transactions");
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const canEdit = company.permissions.transactions === "manage";
  // Lists beside the transactions are in the address, so that other pages lead to them.
  const shown = LISTS.find(({ what }) => what === search.show) ?? null;
  const show = (what: (typeof LISTS)[number]["what"]): void => go({ show: what });
  const scene = useMemo<Scene>(
    () => ({ company, canEdit, names, edits, feed, search, go, begin: setDoing, reload }),
    [company, canEdit, names, edits, feed, search, go, reload],
  );
  usePageCommands([
    ...(canEdit
      ? [
          { label: "Upload a bank file", run: () => setDoing({ what: "upload", file: null }) },
          { label: "Edit all found", run: () => setDoing({ what: "bulk", rows: null }) },
        ]
      : []),
    { label: "Transfers between accounts", run: () => show("transfers") },
    { label: "Uploads", run: () => show("uploads") },
    { label: "Lines that imported books may have", run: () => show("twins") },
    { label: "Refresh the list", run: reload },
  ]);
  return (
    <DropPlace scene={scene}>
      <PageHead title="Transactions">
        <button type="button" className="button" onClick={() => show("transfers")}>
          Transfers
        </button>
        <button type="button" className="button" onClick={() => show("uploads")}>
          Uploads
        </button>
        {canEdit ? (
          <button
            type="button"
            className="button primary"
            onClick={() => setDoing({ what: "upload", file: null })}
          >
            Upload a bank file
          </button>
        ) : null}
      </PageHead>
      <TwinsNotice scene={scene} onShow={() => show("twins")} />
      <Filters scene={scene} />
      <Body scene={scene} />
      <Notices scene={scene} notice={notice} />
      <Dialogs
        scene={scene}
        doing={doing ?? shown}
        onClose={() => {
          setDoing(null);
          if (shown !== null) go({ show: undefined });
        }}
      />
    </DropPlace>
  );
}

function Body({ scene }: { readonly scene: Scene }) {
  const { feed, search, go } = scene;
  const state = useSyncExternalStore(feed.subscribe, feed.state);
  const close = useCallback(() => go({ open: undefined }), [go]);
  if (state.error !== null && state.count === 0)
    return <ProblemState isBelow error={state.error} retry={() => feed.retry()} />;
  return (
    <div className={search.open === undefined ? "split" : "split open"}>
      <FeedList scene={scene} state={state} isFiltered={isFiltered(search)} />
      {search.open === undefined ? null : (
        <TransactionPanel key={search.open} scene={scene} id={search.open} onClose={close} />
      )}
    </div>
  );
}

function Notices(props: { readonly scene: Scene; readonly notice: ReturnType<typeof useEdits>["notice"] }) {
  const { scene, notice } = props;
  return (
    <div className="tx-notice" role="status">
      {notice === null ? null : (
        <div className={notice.kind}>
          <span dir="auto">{notice.text}</span>
          {notice.canUndo ? (
            <button
              type="button"
              className="button"
              onClick={() => void scene.edits.undo(scene.feed, scene.names)}
            >
              Undo
            </button>
          ) : null}
          <button
            type="button"
            className="button plain"
            aria-label="Dismiss"
            onClick={() => scene.edits.say(null)}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}

interface DialogsProps {
  readonly scene: Scene;
  readonly doing: Doing | null;
  readonly onClose: () => void;
}

function Dialogs({ scene, doing, onClose }: DialogsProps) {
  if (doing === null) return null;
  const props = { scene, onClose };
  switch (doing.what) {
    case "split":
      return <SplitDialog {...props} id={doing.id} />;
    case "spread":
      return <SpreadDialog {...props} id={doing.id} />;
    case "rule":
      return <RuleDialog {...props} id={doing.id} />;
    case "bulk":
      return <BulkDialog {...props} rows={doing.rows} column={doing.column} />;
    case "transfers":
      return <TransfersDialog {...props} />;
    case "uploads":
      return <UploadsDialog {...props} />;
    case "twins":
      return <TwinsDialog {...props} />;
    case "upload":
      return <UploadDialog {...props} file={doing.file} />;
  }
}

/** A file that is dropped anywhere on the page is uploaded. */
function DropPlace({ scene, children }: { readonly scene: Scene; readonly children: React.ReactNode }) {
  const [isOver, setOver] = useState(false);
  const { canEdit, begin } = scene;
  if (!canEdit) return <div className="tx-page">{children}</div>;
  return (
    <div
      className={isOver ? "tx-page over" : "tx-page"}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file === undefined) return;
        event.preventDefault();
        begin({ what: "upload", file });
      }}
    >
      {children}
      {isOver ? <p className="tx-drop">Drop the bank’s file here to see what is in it</p> : null}
    </div>
  );
}
