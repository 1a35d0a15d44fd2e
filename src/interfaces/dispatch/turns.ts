/**
 * Turns: which requests are worked on, and which wait. Invariants: a key, a company and the service never
 * have more requests at work than their bounds; no request waits that may begin; of those that wait,
 * companies take turns, and within a company its keys. A key whose answers are not being read begins nothing
 * more. Companies that ask at the same time share the processors: each has at most its part of them at work,
 * so that none finds all of them taken. A request that takes long leaves its part to the next one, because it
 * may be waiting for something else than a processor.
 */
import { refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { runAfter, runSoon } from "../../platform/time/timer.ts";

export interface TurnBounds {
  readonly keyAtWork: number;
  readonly companyAtWork: number;
  readonly atWork: number;
  readonly companyWaiting: number;
  readonly waiting: number;
  readonly keyAnswerBytes: number;
  /** Processors that requests share; one where the database works in this thread. */
  readonly processors: number;
}

const BOUNDS: TurnBounds = {
  keyAtWork: LIMITS.key_requests_at_work.value,
  companyAtWork: LIMITS.company_requests_at_work.value,
  atWork: LIMITS.requests_at_work.value,
  companyWaiting: LIMITS.company_requests_waiting.value,
  waiting: LIMITS.requests_waiting.value,
  keyAnswerBytes: LIMITS.key_answer_bytes.value,
  processors: 1,
};

/** Rounds in which a request that has just arrived is read, let in and, when it is a short one, answered. */
const ROUNDS = 3;

/** A company counts as asking for one to two of these after its last request. */
const ASKING_MS = 1_000;
/** A request takes part in the share of its company for one to two of these. */
const BRIEF_MS = 50;
/** Shorter work is followed by no rest, which a timer could not keep. */
const LEAST_REST_MS = 1;

/** A request at work. */
export interface Turn {
  /** Ends the work. The bytes of the answer count for the key until `sent`. */
  answered(bytes: number): void;
  /** Says that the answer was sent, or that its caller has gone. */
  sent(): void;
}

interface Waiting {
  readonly isWanted: () => boolean;
  readonly begin: (turn: Turn) => void;
  readonly fail: (error: unknown) => void;
}

interface Key {
  readonly id: string;
  atWork: number;
  answerBytes: number;
  readonly waiting: Waiting[];
}

interface Company {
  readonly id: string;
  atWork: number;
  /**
   * Requests at work that take part in the company's share, and whether each was there at the last look
   * already.
   */
  readonly brief: Map<Turn, boolean>;
  waiting: number;
  readonly keys: Map<string, Key>;
  /** Keys with waiting requests; the next turn is the first one's. */
  readonly queue: Set<Key>;
}

export class Turns {
  readonly #bounds: TurnBounds;
  readonly #companies = new Map<string, Company>();
  /** Companies with waiting requests; the next turn is the first one's. */
  readonly #queue = new Set<Company>();
  #atWork = 0;
  #waiting = 0;
  /** Companies that asked in this period, and in the one before it. */
  #asking = new Set<string>();
  #asked = new Set<string>();
  readonly #now: () => number;
  #since: number;
  #isLooking = false;

  /** `now` gives milliseconds of a clock that only goes on. */
  constructor(now: () => number, bounds: Partial<TurnBounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
    this.#now = now;
    this.#since = now();
  }

  /**
   * Takes a turn for a request of a key, at once or when it comes. A request that is not `isWanted` any more
   * when its turn comes is dropped. Refuses `service_unavailable` when too many wait already.
   */
  take(companyId: string, keyId: string, isWanted: () => boolean): Turn | Promise<Turn> {
    const company = this.#companyOf(companyId);
    const key = keyOf(company, keyId);
    this.#forgetAsked();
    this.#asking.add(companyId);
    if (this.#mayBegin(company, key)) return this.#begin(company, key);
    if (company.waiting >= this.#bounds.companyWaiting || this.#waiting >= this.#bounds.waiting) {
      this.#forget(company, key);
      throw refuse("service_unavailable", {
        message: "Too many requests are waiting already. Retry with exponential backoff.",
      });
    }
    return new Promise((begin, fail) => {
      key.waiting.push({ isWanted, begin, fail });
      company.queue.add(key);
      this.#queue.add(company);
      company.waiting += 1;
      this.#waiting += 1;
      this.#look();
    });
  }

  #mayBegin(company: Company, key: Key): boolean {
    const { keyAtWork, companyAtWork, atWork, keyAnswerBytes } = this.#bounds;
    const isWithin =
      this.#atWork < atWork &&
      company.atWork < companyAtWork &&
      key.atWork < keyAtWork &&
      key.answerBytes < keyAnswerBytes;
    return isWithin && company.brief.size < this.#share();
  }

  /**
   * The number of short requests that a company may have in progress; unlimited while no other company is
   * active.
   */
  #share(): number {
    const companies = Math.max(this.#asking.size, this.#asked.size);
    return companies <= 1 ? Infinity : Math.max(1, Math.floor(this.#bounds.processors / companies));
  }

  #forgetAsked(): void {
    const passed = this.#now() - this.#since;
    if (passed < ASKING_MS) return;
    this.#asked = passed < 2 * ASKING_MS ? this.#asking : new Set();
    this.#asking = new Set();
    this.#since = this.#now();
  }

  /**
   * While requests wait, looks now and then for those at work that are no longer brief, and lets others
   * begin.
   */
  #look(): void {
    if (this.#isLooking || this.#waiting === 0) return;
    this.#isLooking = true;
    runAfter(BRIEF_MS, () => {
      this.#isLooking = false;
      this.#forgetAsked();
      for (const { brief } of this.#queue) {
        for (const [turn, wasThere] of brief) {
          if (wasThere) brief.delete(turn);
          else brief.set(turn, true);
        }
      }
      this.#next();
      this.#look();
    });
  }

  #begin(company: Company, key: Key): Turn {
    this.#atWork += 1;
    company.atWork += 1;
    key.atWork += 1;
    let state: "at work" | "answered" | "left" = "at work";
    let held = 0;
    const began = this.#now();
    const turn: Turn = {
      answered: (bytes) => {
        if (state === "answered") return;
        if (state === "at work") held = bytes;
        state = "answered";
        key.answerBytes += held;
        this.#rest(company, key, turn, this.#now() - began);
        this.#free(() => {
          this.#atWork -= 1;
          company.atWork -= 1;
          key.atWork -= 1;
          this.#next();
          this.#forget(company, key);
        });
      },
      sent: () => {
        if (state === "at work") state = "left";
        if (held === 0) return;
        const freed = held;
        held = 0;
        this.#free(() => {
          key.answerBytes -= freed;
          this.#next();
          this.#forget(company, key);
        });
      },
    };
    company.brief.set(turn, false);
    return turn;
  }

  /**
   * While others ask too, a company rests as long as it worked: its part stays taken, so that half of the
   * time at least is theirs.
   */
  #rest(company: Company, key: Key, turn: Turn, workedMs: number): void {
    if (workedMs < LEAST_REST_MS || this.#share() === Infinity || !company.brief.has(turn)) {
      company.brief.delete(turn);
      return;
    }
    runAfter(workedMs, () => {
      company.brief.delete(turn);
      this.#next();
      this.#forget(company, key);
    });
  }

  /**
   * Frees something: at once when nothing waits for it, else some rounds of the process later. The embedded
   * database works in this thread, so requests that begin one right after another would let nothing else be
   * read until none of them waits any more.
   */
  #free(act: () => void): void {
    if (this.#waiting === 0) act();
    else runSoon(act, ROUNDS);
  }

  /**
   * Begins what may begin. A company or key that had its turn goes to the end of its queue, which this walk
   * then reaches again.
   */
  #next(): void {
    for (const company of this.#queue) {
      if (this.#atWork >= this.#bounds.atWork) return;
      for (const key of company.queue) {
        if (!this.#mayBegin(company, key)) continue;
        this.#queue.delete(company);
        company.queue.delete(key);
        this.#beginFirst(company, key);
        if (key.waiting.length > 0) company.queue.add(key);
        if (company.queue.size > 0) this.#queue.add(company);
        this.#forget(company, key);
        break;
      }
    }
  }

  /** Begins the first waiting request of a key whose caller is still there. */
  #beginFirst(company: Company, key: Key): void {
    for (let first = key.waiting.shift(); first !== undefined; first = key.waiting.shift()) {
      company.waiting -= 1;
      this.#waiting -= 1;
      if (first.isWanted()) {
        first.begin(this.#begin(company, key));
        return;
      }
      first.fail(refuse("service_unavailable"));
    }
  }

  #companyOf(id: string): Company {
    const known = this.#companies.get(id);
    if (known) return known;
    const company: Company = {
      id,
      atWork: 0,
      brief: new Map(),
      waiting: 0,
      keys: new Map(),
      queue: new Set(),
    };
    this.#companies.set(id, company);
    return company;
  }

  #forget(company: Company, key: Key): void {
    if (key.atWork > 0 || key.answerBytes > 0 || key.waiting.length > 0) return;
    company.keys.delete(key.id);
    if (company.keys.size === 0 && company.brief.size === 0) this.#companies.delete(company.id);
  }
}

function keyOf(company: Company, id: string): Key {
  const known = company.keys.get(id);
  if (known) return known;
  const key: Key = { id, atWork: 0, answerBytes: 0, waiting: [] };
  company.keys.set(id, key);
  return key;
}
