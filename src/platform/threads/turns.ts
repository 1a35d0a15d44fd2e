/**
 * Jobs that wait, by who asked for them. Invariants: callers take turns, one job each; a caller has no more
 * jobs at work than it may; the jobs of one caller keep their order.
 */
export class Turns<Job> {
  /** The waiting jobs by caller. The caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #running = new Map<string, number>();
  readonly #mostRunning: number;
  #size = 0;

  /** `mostRunning` jobs of one caller are at work at a time. */
  constructor(mostRunning: number) {
    this.#mostRunning = mostRunning;
  }

  /** The number of waiting jobs of all callers. */
  get size(): number {
    return this.#size;
  }

  /** The number of waiting and running jobs of a caller. */
  of(caller: string): number {
    return (this.#waiting.get(caller)?.length ?? 0) + (this.#running.get(caller) ?? 0);
  }

  add(caller: string, job: Job): void {
    const jobs = this.#waiting.get(caller);
    if (jobs) jobs.push(job);
    else this.#waiting.set(caller, [job]);
    this.#size++;
  }

  /** Takes out the job whose turn it is, which is at work until `end`; null where none may begin. */
  take(): Job | null {
    for (const [caller, jobs] of this.#waiting) {
      const running = this.#running.get(caller) ?? 0;
      const [job] = jobs;
      if (running >= this.#mostRunning || job === undefined) continue;
      this.#running.set(caller, running + 1);
      this.#leaveOut(caller, jobs, 0);
      this.#toTheEnd(caller);
      return job;
    }
    return null;
  }

  /** A job of the caller is not at work any more. Whoever came meanwhile has a turn before it. */
  end(caller: string): void {
    const left = (this.#running.get(caller) ?? 0) - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    this.#toTheEnd(caller);
  }

  /** Takes a job out that waits; false where it does not. */
  remove(caller: string, job: Job): boolean {
    const jobs = this.#waiting.get(caller) ?? [];
    const place = jobs.indexOf(job);
    if (place === -1) return false;
    this.#leaveOut(caller, jobs, place);
    return true;
  }

  /** Takes out all that waits. */
  clear(): Job[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#size = 0;
    return all;
  }

  #toTheEnd(caller: string): void {
    const jobs = this.#waiting.get(caller);
    if (jobs === undefined) return;
    this.#waiting.delete(caller);
    this.#waiting.set(caller, jobs);
  }

  #leaveOut(caller: string, jobs: Job[], place: number): void {
    jobs.splice(place, 1);
    if (jobs.length === 0) this.#waiting.delete(caller);
    this.#size--;
  }
}
