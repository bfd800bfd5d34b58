import { type Problem } from './problem.ts';

/** A call that failed. The message is the problem's detail, else the body's text, else the status text. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** HTTP status code. */
  readonly status: number;
  /** The cause, a stable word: `/problems/<code>` explains it. Null if the response has none. */
  readonly code: string | null;
  /** What is there already, as a 409 names it; null if the response names nothing. */
  readonly existingId: string | null;
  /** Validation messages by field name; empty if the response names no fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What has to be there first, as a 409 names it; empty if the response names nothing. */
  readonly missing: readonly string[];
  /** Identifies the request in the server's logs; null if the response has none. */
  readonly requestId: string | null;
  /** Seconds after which a retry may succeed (`Retry-After`); null if the response has none. */
  readonly retryAfter: number | null;

  constructor({ detail, text, errors = {}, missing = [], ...problem }: Problem) {
    super(detail || text);
    this.status = problem.status;
    this.code = problem.code ?? null;
    this.existingId = problem.existingId ?? null;
    this.errors = errors;
    this.missing = missing;
    this.requestId = problem.requestId ?? null;
    this.retryAfter = problem.retryAfter ?? null;
  }
}
