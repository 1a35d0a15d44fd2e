/** Returns a function that runs pieces of work one after another, each when the former has ended. */
export function turns(): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let latest: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = latest.then(work);
    latest = result.catch(() => {});
    return result;
  };
}
