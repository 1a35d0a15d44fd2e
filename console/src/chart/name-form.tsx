/** Renames what is opened in a tree. */
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import { TextField } from "../kit/form.tsx";

interface NameFormProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onRename: (name: string) => void;
}

export function NameForm({ name: present, isBusy, onRename }: NameFormProps) {
  const [name, setName] = useState(present);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onRename(name);
      }}
    >
      <TextField label="Name" value={name} required onText={setName} />
      {name.trim() === present ? null : (
        <p className="buttons">
          <Button type="submit" className="button primary" isBusy={isBusy}>
            Rename
          </Button>
          <button type="button" className="button" onClick={() => setName(present)}>
            Keep the name
          </button>
        </p>
      )}
    </form>
  );
}
