/** Buttons that start work. */
import type { ButtonHTMLAttributes } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** True while what it started is under way: nothing can be started again. */
  readonly isBusy: boolean;
}

/** A button that keeps the focus while it is busy, where a disabled one would lose it. */
export function Button({ isBusy, type = "button", onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy ? true : undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
