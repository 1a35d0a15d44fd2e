/**
 * The queue of waiting jobs, by caller. Invariants: callers take turns, one job each; a caller has at most
 * `mostRunning` running jobs; the jobs of one caller keep their order.
 */
export class Turns<Job> {
  /** The waiting jobs by caller. The caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #running = new Map<string, number>();
  readonly #mostRunning: number;
  #size = 0;

  /** At most `mostRunning` jobs of one caller run at a time. */
  constructor(mostRunning: number) {
    this.#mostRunning = mostRunning;
  }

  /** The number of waiting jobs of all callers. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of waiting and running jobs of a caller. */
  countOf(caller: string): number {
    return (this.#waiting.get(caller)?.length ?? 0) + (this.#running.get(caller) ?? 0);
  }

  add(caller: string, job: Job): void {
    const jobs = this.#waiting.get(caller);
    if (jobs) jobs.push(job);
    else this.#waiting.set(caller, [job]);
    this.#size++;
  }

  /** Removes the next job and returns it; the job counts as running until `end`. Null if no job may begin. */
  take(): Job | null {
    for (const [caller, jobs] of this.#waiting) {
      const running = this.#running.get(caller) ?? 0;
      const [job] = jobs;
      if (running >= this.#mostRunning || job === undefined) continue;
      this.#running.set(caller, running + 1);
      this.#removeAt(caller, jobs, 0);
      this.#moveToEnd(caller);
      return job;
    }
    return null;
  }

  /** Counts a job of the caller as ended. Other callers that wait get their turn before this one. */
  end(caller: string): void {
    const left = (this.#running.get(caller) ?? 0) - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    this.#moveToEnd(caller);
  }

  /** Removes a waiting job. Returns false if the job does not wait. */
  remove(caller: string, job: Job): boolean {
    const jobs = this.#waiting.get(caller) ?? [];
    const index = jobs.indexOf(job);
    if (index === -1) return false;
    this.#removeAt(caller, jobs, index);
    return true;
  }

  /** Removes and returns all waiting jobs. */
  clear(): Job[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#size = 0;
    return all;
  }

  #moveToEnd(caller: string): void {
    const jobs = this.#waiting.get(caller);
    if (jobs === undefined) return;
    this.#waiting.delete(caller);
    this.#waiting.set(caller, jobs);
  }

  #removeAt(caller: string, jobs: Job[], index: number): void {
    jobs.splice(index, 1);
    if (jobs.length === 0) this.#waiting.delete(caller);
    this.#size--;
  }
}
