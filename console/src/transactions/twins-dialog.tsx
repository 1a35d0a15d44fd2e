/** Lines of the bank that imported books probably have already: a person says of each, or of all, what it is. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { TwinAnswers, TwinLine } from "../api/generated/schemas.ts";
import { Amount } from "../kit/amount.tsx";
import { dayText } from "../kit/dates.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { Refusal } from "../kit/refusal.tsx";
import type { Scene } from "./scene.ts";
import { useSending } from "./sending.tsx";

interface DialogProps {
  readonly scene: Scene;
  readonly onClose: () => void;
}

/** The lines of a company that wait for an answer. */
function useTwins({ company }: Scene) {
  return useQuery({
    queryKey: ["twin lines", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listTwinLines({ signal }),
  });
}

const number = (count: number): string => count.toLocaleString("en-US");

/** Says on the page that lines wait, and leads to them. */
export function TwinsNotice({ scene, onShow }: { readonly scene: Scene; readonly onShow: () => void }) {
  const count = useTwins(scene).data?.count ?? 0;
  if (count === 0) return null;
  return (
    <p className="note">
      {count === 1 ? "1 line of the bank is" : `${number(count)} lines of the bank are`} probably in imported
      books already, and not posted.{" "}
      <button type="button" className="button plain" onClick={onShow}>
        See {count === 1 ? "it" : "them"}
      </button>
    </p>
  );
}

export function TwinsDialog({ scene, onClose }: DialogProps) {
  const query = useTwins(scene);
  const { company, canEdit, reload } = scene;
  const { isBusy, error, send } = useSending();
  const say = (answers: TwinAnswers): void =>
    send(async () => {
      await ownOf(company.id).answerTwinLines(answers);
      await queryClient.invalidateQueries();
      reload();
    });
  const choices = (of: Pick<TwinAnswers, "transaction_ids">, about: string) => (
    <>
      <Button
        className="button"
        aria-label={`The same${about}`}
        isBusy={isBusy}
        onClick={() => say({ answer: "same", ...of })}
      >
        The same
      </Button>
      <Button
        className="button"
        aria-label={`Another${about}`}
        isBusy={isBusy}
        onClick={() => say({ answer: "another", ...of })}
      >
        Another
      </Button>
    </>
  );
  return (
    <Dialog title="Lines that imported books may have" width={820} onClose={onClose}>
      <p className="soft">
        Imported books have each of these amounts on the account’s category at most five days apart. If a line
        is the same, it stays out of the books; if it is another one, it is posted.
      </p>
      <Read query={query} what="the lines">
        {({ count, lines }) =>
          lines.length === 0 ? (
            <p className="none">No line waits for an answer.</p>
          ) : (
            <>
              {canEdit ? (
                <p className="tx-sure">
                  All {number(count)}: {choices({}, ", all of them")}
                </p>
              ) : null}
              <ul className="tx-pairs">
                {lines.map((line) => (
                  <li key={line.id}>
                    <Sides line={line} />
                    {canEdit ? (
                      <span className="tx-sure">
                        {choices({ transaction_ids: [line.id] }, `: ${line.description}`)}
                      </span>
                    ) : null}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Read>
      <Refusal error={error} />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** A line of the bank beside its entry. */
function Sides({ line }: { readonly line: TwinLine }) {
  return (
    <>
      <span className="what">
        <b dir="auto">{line.description}</b>
        <small>
          {dayText(line.date)}, <span dir="auto">{line.account_name}</span>
        </small>
      </span>
      <span aria-hidden="true">≈</span>
      <span className="what">
        {line.entry_date === null ? (
          <small>in the books no more</small>
        ) : (
          <>
            <b dir="auto">{line.entry_description === "" ? "(no text)" : line.entry_description}</b>
            <small>{dayText(line.entry_date)}, in the books</small>
          </>
        )}
      </span>
      <span className="n">
        <Amount cents={line.amount_cents} />
      </span>
    </>
  );
}
