/**
 * API keys: one's own, and read-only keys for whoever manages the team. A new key's text is shown once, and
 * is in no query that is kept. Revoking says first what stops.
 */
import { useCallback, useState } from "react";
import { Button } from "../kit/button.tsx";
import type { ApiKey, ApiKeys } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { CopyText } from "../kit/copy.tsx";
import { useDraft } from "../kit/draft.ts";
import { Facts } from "../kit/facts.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { Form, TextField } from "../kit/form.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { Panel } from "../kit/panel.tsx";
import { type People, usePeople } from "../parts/people.ts";
import { KeyList, reloadKeys, useKeys } from "../parts/api-keys.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import { timeText } from "../kit/times.ts";
import type { Search } from "./search.ts";
import { problemOf } from "../parts/stale.tsx";
import { useWrite } from "../parts/use-write.ts";

interface KeysProps {
  readonly company: Company;
  readonly search: Search;
  readonly go: (change: Search) => void;
}

const CLOSED: Search = { key: undefined, do: undefined };

const levelText = ({ level }: ApiKey): string =>
  level === "own" ? "Yours: does what you may do" : "Read-only: changes nothing";

const usedText = ({ last_used }: ApiKey): string =>
  last_used === null ? "Not used yet" : `Used ${timeText(last_used)}`;

export function Keys(props: KeysProps) {
  const { company, search } = props;
  const [said, setSaid] = useState("");
  const people = usePeople(company);
  const keys = useKeys(company);
  if (problemOf(keys)) return <ProblemState isBelow error={keys.error} retry={() => void keys.refetch()} />;
  if (keys.data === undefined) return <Loading what="the keys" />;
  const isOpen = search.key !== undefined || search.do === "create";
  return (
    <>
      <p className="says" role="status">
        {said}
      </p>
      <div className={isOpen ? "split open" : "split"}>
        <div className="sheet">
          <KeyList
            keys={keys.data.keys}
            people={people}
            opened={search.key}
            onOpen={(key) => props.go({ ...CLOSED, key })}
          />
          <p className="hint">
            A key is for one program, and for this company only.{" "}
            <a href="/app/keys">Keys for all of your companies</a>, on a page without scripts.
          </p>
        </div>
        {isOpen ? <Beside {...props} data={keys.data} people={people} onSay={setSaid} /> : null}
      </div>
    </>
  );
}

interface BesideProps extends KeysProps {
  readonly data: ApiKeys;
  readonly people: People;
  readonly onSay: (what: string) => void;
}

function Beside(props: BesideProps) {
  const { company, search, go, data, people, onSay } = props;
  const opened = search.do === "create" ? "create" : (search.key ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const panel = { onClose: close, focusKey: opened };
  if (search.do === "create")
    return (
      <Panel {...panel} name="New key" title="New API key">
        <Create company={company} canReadOnly={data.can_make_read_only} onClose={close} />
      </Panel>
    );
  const key = data.keys.find(({ id }) => id === search.key);
  return (
    <Panel {...panel} name="API key" title={key?.name ?? "No such key"}>
      {key === undefined ? (
        <p className="none">It is revoked, it is somebody else’s, or the address is wrong.</p>
      ) : (
        <KeyView
          key={key.id}
          company={company}
          apiKey={key}
          people={people}
          onGone={(what) => {
            close();
            onSay(what);
          }}
          onSay={onSay}
        />
      )}
    </Panel>
  );
}

function Create(props: {
  readonly company: Company;
  readonly canReadOnly: boolean;
  readonly onClose: () => void;
}) {
  const { company, canReadOnly, onClose } = props;
  const [{ name, isReadOnly }, write] = useDraft({ name: "", isReadOnly: canReadOnly });
  const create = useWrite({
    // The text of a key is not kept after this part of the page is gone.
    gcTime: 0,
    mutationFn: () => ownOf(company.id).createKey({ name, read_only: isReadOnly }),
    onSuccess: () => reloadKeys(company),
  });
  if (create.data !== undefined)
    return (
      <div>
        <p>
          <strong>This is the only time that the key is shown.</strong> Put it where the program reads its
          secrets, never into code.
        </p>
        <CopyText text={create.data.api_key} what="the new key" />
        <p className="buttons">
          <button type="button" className="button primary" onClick={onClose}>
            I have copied it
          </button>
        </p>
      </div>
    );
  return (
    <Form
      verb="Create the key"
      isBusy={create.isPending}
      error={create.error}
      onSend={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label="What it is for"
        value={name}
        required
        autoFocus
        autoComplete="off"
        placeholder="Such as: dashboard"
        param="name"
        onText={(text) => write({ name: text })}
      />
      <fieldset className="choices">
        <legend>What it may do</legend>
        <label>
          <input
            type="radio"
            name="level"
            checked={isReadOnly}
            disabled={!canReadOnly}
            onChange={() => write({ isReadOnly: true })}
          />
          <span>
            Read-only
            <small>
              {canReadOnly
                ? "Views what you may view, and changes nothing. It has a service member of its own on the team, and stays when you leave."
                : "Needs a member who manages the team."}
            </small>
          </span>
        </label>
        <label>
          <input
            type="radio"
            name="level"
            checked={!isReadOnly}
            onChange={() => write({ isReadOnly: false })}
          />
          <span>
            Yours
            <small>Does what you may do at that moment, and stops when you leave.</small>
          </span>
        </label>
      </fieldset>
    </Form>
  );
}

interface KeyViewProps {
  readonly company: Company;
  readonly apiKey: ApiKey;
  readonly people: People;
  readonly onGone: (what: string) => void;
  readonly onSay: (what: string) => void;
}

function KeyView({ company, apiKey, people, onGone, onSay }: KeyViewProps) {
  const [isRevoking, setRevoking] = useState(false);
  const [name, setName] = useState(apiKey.name);
  const { id, level, prefix, made_by, created } = apiKey;
  const rename = useWrite({
    mutationFn: () => ownOf(company.id).renameKey(id, { name }),
    onSuccess: async () => {
      await reloadKeys(company);
      onSay("The key is renamed.");
    },
  });
  const revoke = useWrite({
    mutationFn: () => ownOf(company.id).revokeKey(id),
    onSuccess: async () => {
      await reloadKeys(company);
      onGone(`The key ${apiKey.name} is revoked.`);
    },
  });
  return (
    <>
      <Facts
        facts={[
          ["Begins", prefix === null ? null : <code key="prefix">{prefix}…</code>],
          ["Level", levelText(apiKey)],
          ["Made", timeText(created)],
          [
            "Made by",
            made_by === null ? "an operator, or before this was written down" : people.nameOf(made_by),
          ],
          ["Last use", `${usedText(apiKey)}${apiKey.last_used === null ? "" : ", to the hour"}`],
          ["Id", <code key="id">{id}</code>],
        ]}
      />
      {level === "own" ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== apiKey.name) rename.mutate();
          }}
        >
          <TextField label="Name" value={name} required autoComplete="off" onText={setName} />
          {name.trim() === apiKey.name ? null : (
            <p className="buttons">
              <Button type="submit" className="button primary" isBusy={rename.isPending}>
                Rename
              </Button>
            </p>
          )}
        </form>
      ) : null}
      {isRevoking ? (
        <div className="note" role="group" aria-label="Revoke the key">
          <p>
            From the next request on, programs with this key are refused with 401, for good.{" "}
            {usedText(apiKey)}.{" "}
            {level === "read_only" ? "Its service member leaves the team. " : "Your other keys stay. "}
            It can’t be undone; a new key has another text.
          </p>
          <p className="buttons">
            <Button
              className="button primary"
              autoFocus
              isBusy={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              Revoke the key
            </Button>
            <button type="button" className="button" onClick={() => setRevoking(false)}>
              Keep it
            </button>
          </p>
        </div>
      ) : (
        <p className="buttons">
          <button type="button" className="button" onClick={() => setRevoking(true)}>
            Revoke
          </button>
        </p>
      )}
      <Refusal error={rename.error ?? revoke.error} />
    </>
  );
}
