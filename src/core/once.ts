/** Returns a function that calls `make` the first time, and gives the same result from then on. */
export function once<Result extends {}>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => (made ??= make());
}
