/** A state in a word, told by color and shape as well: green is done, amber needs a person, red is wrong. */

const LOOKS = {
  good: "m4 8.3 2.7 2.7L12 5.3",
  warn: "M8 3.2 14 13H2zM8 6.6v3M8 11.2v.1",
  bad: "M8 3.2 14 13H2zM8 6.6v3M8 11.2v.1",
  wait: "M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M8 5v3.2l2 1.3",
  plain: "",
} as const;

export type TagLook = keyof typeof LOOKS;

export function Tag({ look, children }: { readonly look: TagLook; readonly children: string }) {
  return (
    <span className={`tag ${look}`}>
      {LOOKS[look] === "" ? null : (
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d={LOOKS[look]} />
        </svg>
      )}
      {children}
    </span>
  );
}
