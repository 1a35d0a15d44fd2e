/** A user's own page: the name under which changes are shown, and the sessions in all browsers. */
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../api/queries.ts";
import { useEffect, useState } from "react";
import { PageHead } from "../kit/page-head.tsx";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import type { BrowserSession } from "../api/generated/schemas.ts";
import { own } from "../api/service.ts";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { useDraft } from "../kit/draft.ts";
import { TextField } from "../kit/form.tsx";
import { MarksContext, useMarks } from "../kit/marks.ts";
import { Refusal } from "../kit/refusal.tsx";
import { Tag } from "../kit/tag.tsx";
import { timeText } from "../kit/times.ts";
import { signOut } from "../shell/user-menu.tsx";
import "./account.css";
import { useWrite } from "../parts/use-write.ts";
import { Read } from "../parts/read.tsx";

export function SessionsPage() {
  useEffect(() => {
    document.title = "Your account · Daybook";
  }, []);
  const [said, setSaid] = useState("");
  const sessions = useQuery({
    queryKey: ["sessions"],
    staleTime: 0,
    queryFn: async ({ signal }) => (await own.listSessions({ signal })).sessions,
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: ["sessions"] });
  const endOne = useWrite({
    mutationFn: ({ id }: BrowserSession) => own.endOneSession(id),
    onSettled: reload,
    onSuccess: (_, session) => setSaid(`Signed out: ${nameOf(session)}.`),
  });
  const endOthers = useWrite({
    mutationFn: () => own.endOtherSessions(),
    onSettled: reload,
    onSuccess: ({ ended }) =>
      setSaid(ended === 1 ? "Signed out in one other browser." : `Signed out in ${ended} other browsers.`),
  });
  const columns: readonly TableColumn<BrowserSession>[] = [
    {
      head: "Browser",
      cell: (session) => (
        <>
          {nameOf(session)} {session.present ? <Tag look="good">This browser</Tag> : null}
        </>
      ),
      by: nameOf,
    },
    { head: "Since", cell: ({ created }) => timeText(created), by: ({ created }) => created, isWide: true },
    {
      head: "Last seen",
      cell: ({ present, seen }) => (present ? "Now" : seen === null ? "Not known" : timeText(seen)),
      by: ({ present, seen }) => (present ? Infinity : (seen ?? 0)),
    },
    {
      head: "Ends by itself",
      cell: ({ expires }) => timeText(expires),
      by: ({ expires }) => expires,
      isWide: true,
    },
    {
      head: "End it",
      cell: (session) =>
        session.present ? (
          <button type="button" className="button" onClick={() => void signOut()}>
            Sign out here
          </button>
        ) : (
          <Button
            className="button"
            aria-label={`Sign out: ${nameOf(session)}`}
            isBusy={endOne.isPending}
            onClick={() => endOne.mutate(session)}
          >
            Sign out
          </Button>
        ),
    },
  ];
  const others = sessions.data?.filter(({ present }) => !present) ?? [];
  return (
    <>
      <PageHead title="Your account">
        {others.length === 0 ? null : (
          <Button className="button primary" isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )}
      </PageHead>
      <p className="says" role="status">
        {said}
      </p>
      <Name onSay={setSaid} />
      <h2 className="list-title">Where you are signed in</h2>
      <Refusal error={endOne.error ?? endOthers.error} />
      <Read isMain query={sessions} what="your sessions">
        {(data) => <DataTable caption="Sessions" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Read>
      <p className="hint">
        A session ends after twelve hours. If you do not know one of these, sign it out and{" "}
        <a href="/app/password">change your password</a>, which ends all of them. API keys are not sessions
        and stay.
      </p>
    </>
  );
}

/** The form of one's own name. */
function Name({ onSay }: { readonly onSay: (what: string) => void }) {
  const user = useQuery(sessionQuery).data?.user;
  const [draft, write] = useDraft({ first_name: user?.first_name ?? "", last_name: user?.last_name ?? "" });
  const change = useWrite({
    mutationFn: () => own.changeOwnName(draft),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      onSay("Your name is changed.");
    },
  });
  const { isMarked, ...marks } = useMarks(change.error);
  return (
    <form
      className="form ac-name"
      aria-label="Your name"
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) change.mutate();
      }}
    >
      <MarksContext value={marks}>
        <TextField
          label="First name"
          param="first_name"
          value={draft.first_name}
          required
          autoComplete="given-name"
          onText={(text) => write({ first_name: text })}
        />
        <TextField
          label="Last name"
          param="last_name"
          value={draft.last_name}
          required
          autoComplete="family-name"
          onText={(text) => write({ last_name: text })}
        />
      </MarksContext>
      <Button type="submit" className="button primary" isBusy={change.isPending}>
        Save
      </Button>
      {isMarked ? null : <Refusal error={change.error} />}
    </form>
  );
}

function nameOf({ browser }: BrowserSession): string {
  return browser ?? "A browser of unknown kind";
}
