/** A field for one file, which is chosen or dropped on it. */
import "../style/lists.css";

interface FileFieldProps {
  readonly label: string;
  /** What files it takes, in words. */
  readonly hint: string;
  /** The same for the browser's own dialog; left out for any file. */
  readonly accept?: string;
  readonly file: File | null;
  readonly onFile: (file: File) => void;
}

export function FileField({ label, hint, accept, file, onFile }: FileFieldProps) {
  const choose = (chosen: File | undefined): void => {
    if (chosen !== undefined) onFile(chosen);
  };
  return (
    <label
      className="file-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        choose(event.dataTransfer.files[0]);
      }}
    >
      <span dir="auto">{file === null ? "Choose a file, or drop it here" : file.name}</span>
      <small>{hint}</small>
      <input
        type="file"
        aria-label={label}
        accept={accept}
        onChange={(event) => choose(event.target.files?.[0])}
      />
    </label>
  );
}
