/**
 * Imports books of another program: the files and the answers, the plan that comes of them, its acceptance,
 * its progress, and the imports that there are. Invariant: nothing is stored before the plan is accepted.
 */
import "./imports.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import type { BookImportFilesForm } from "../api/generated/schemas.ts";
import { PageHead } from "../kit/page-head.tsx";
import { Button } from "../kit/button.tsx";
import { useDraft } from "../kit/draft.ts";
import { useGo } from "../parts/go.ts";
import { Read } from "../parts/read.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useWrite } from "../parts/use-write.ts";
import { companyPage } from "../parts/company-page.tsx";
import { ImportList } from "./import-list.tsx";
import { type Answers, Files, MoreSettings, Settings } from "./fields.tsx";
import { Plan } from "./plan.tsx";
import { Progress } from "./progress.tsx";
import { actionOf, type AccountKind, type Choice, obstacleOf } from "./words.ts";

/** The query of the address. */
export interface ImportSearch {
  /** The import whose progress is shown. */
  readonly import?: string | undefined;
}

export const ImportsPage = companyPage("Import books", ImportsOf);

function ImportsOf({ company }: { readonly company: Company }) {
  const search: ImportSearch = useSearch({ from: "/c/$company/import" });
  const go = useGo<ImportSearch>("/c/$company/import");
  const canManage = company.permissions.accounting_setup === "manage";
  return (
    <>
      <PageHead title="Import books" />
      {search.import !== undefined ? (
        <Progress company={company} id={search.import} onClose={() => go({ import: undefined })} />
      ) : canManage ? (
        <NewImport company={company} onAccepted={(id) => go({ import: id })} />
      ) : (
        <p className="soft">
          Importing needs access to set up the accounting. A member who can manage the team can give it.
        </p>
      )}
      <ImportList company={company} canManage={canManage} />
    </>
  );
}

const keyOf = (file: File | null | undefined): string =>
  file ? `${file.name} ${file.size} ${file.lastModified}` : "";

interface NewProps {
  readonly company: Company;
  readonly onAccepted: (id: string) => void;
}

/** The files, and what was answered about the first of them. */
interface Draft {
  readonly file: File | null;
  readonly accounts: File | null;
  readonly trial: File | null;
  readonly answers: Answers;
  readonly kinds: ReadonlyMap<string, AccountKind>;
  readonly choices: ReadonlyMap<string, Choice>;
}

const UNANSWERED: Pick<Draft, "answers" | "kinds" | "choices"> = {
  answers: {},
  kinds: new Map(),
  choices: new Map(),
};

function NewImport({ company, onAccepted }: NewProps) {
  const [draft, write] = useDraft<Draft>({ file: null, accounts: null, trial: null, ...UNANSWERED });
  const { file, accounts, trial, answers, kinds, choices } = draft;
  const given: Answers = {
    ...answers,
    answers: Array.from(kinds, ([account, kind]) => ({ account, kind })),
    change_of: Array.from(choices, ([voucher, choice]) => ({ voucher, choice })),
  };
  const form = (books: File): BookImportFilesForm => ({
    ...given,
    file: books,
    accounts: accounts ?? undefined,
    trial_balance: trial ?? undefined,
  });
  const plan = useQuery({
    queryKey: ["book import plan", company.id, keyOf(file), keyOf(accounts), keyOf(trial), given],
    enabled: file !== null,
    queryFn: async ({ signal }) => {
      if (file === null) throw new Error("no file is chosen");
      return ownOf(company.id).planBookImport(form(file), { signal });
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const shown = file === null ? undefined : plan.data;
  const accept = useWrite({
    mutationFn: async () => {
      if (file === null || shown === undefined || shown.digest === null) throw new Error("no plan");
      return ownOf(company.id).createBookImport({ ...form(file), digest: shown.digest });
    },
    onSuccess: ({ id }) => onAccepted(id),
  });
  const answer = (next: Answers): void => write({ answers: next });
  const obstacle = shown === undefined ? null : obstacleOf(shown);
  const canAccept =
    shown !== undefined && shown.digest !== null && obstacle === null && !plan.isPlaceholderData;
  return (
    // A form, so that leaving the page asks for what was chosen and typed. Only its last button sends it.
    <form aria-label="New import" onSubmit={(event) => event.preventDefault()}>
      <Files
        file={file}
        trial={trial}
        accounts={accounts}
        on={{
          file: (chosen) => write({ file: chosen, ...UNANSWERED }),
          trial: (chosen) => write({ trial: chosen }),
          accounts: (chosen) => write({ accounts: chosen }),
        }}
      />
      {file === null ? (
        <p className="soft">
          Choose the file that the other program exported. You see what it would change before anything is
          stored, and can undo the whole import later.
        </p>
      ) : (
        <>
          <Settings answers={answers} hasTrial={trial !== null} onChange={answer} />
          <MoreSettings key={keyOf(file)} answers={answers} onChange={answer} />
          <Read query={plan} what="what is in the file">
            {(data) => (
              <Plan
                plan={data}
                isStale={plan.isPlaceholderData}
                kinds={kinds}
                onKind={(account, kind) => {
                  const next = new Map(kinds);
                  if (kind === null) next.delete(account);
                  else next.set(account, kind);
                  write({ kinds: next });
                }}
                onChoice={(voucher, choice) => write({ choices: new Map(choices).set(voucher, choice) })}
                onAll={(choice) => write({ choices: new Map(), answers: { ...answers, changes: choice } })}
              />
            )}
          </Read>
          <Refusal error={accept.error} />
          <Foot
            action={actionOf(shown)}
            obstacle={obstacle}
            isBusy={accept.isPending}
            canAccept={canAccept}
            onAccept={() => accept.mutate()}
          />
        </>
      )}
    </form>
  );
}

interface FootProps {
  readonly action: string;
  /** Why the plan can't be accepted; null if it can. */
  readonly obstacle: string | null;
  readonly isBusy: boolean;
  readonly canAccept: boolean;
  readonly onAccept: () => void;
}

function Foot({ action, obstacle, isBusy, canAccept, onAccept }: FootProps) {
  return (
    <p className="im-foot">
      <Button className="button primary" isBusy={isBusy} disabled={!canAccept} onClick={onAccept}>
        {action}
      </Button>
      <span className="soft" role="status">
        {obstacle ?? "Nothing has been imported yet. You can undo the whole import."}
      </span>
    </p>
  );
}
