import { type Problem, readProblem } from '@mainstay/api-client/problem';

/** A failed request. The message is `<status>: <detail>` (specification, section 8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly status: number;
  /** The cause, a stable word; undefined from a service of the release before, and from a proxy. */
  readonly code: string | undefined;
  /** The `detail` of a problem+json body, without the status; empty if there is none. */
  readonly detail: string;
  /** Validation messages by field name. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  /** What has to be there first, as a 409 names it. */
  readonly missing: readonly string[] | undefined;
  /** Identifies the request in the server's logs. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry may succeed, if the response says so. */
  readonly retryAfter: number | undefined;

  /** @param text ends the message of a response without a detail. */
  constructor(
    problem: Pick<Problem, 'status' | 'detail' | 'errors' | 'requestId'> &
      Partial<Pick<Problem, 'code' | 'missing' | 'retryAfter'>>,
    text = '',
  ) {
    super(`${problem.status}: ${problem.detail || text}`);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.missing = problem.missing;
    this.requestId = problem.requestId;
    this.retryAfter = problem.retryAfter;
  }
}

/** Whether `error` is an ApiError. Checks by name: shell and remotes may carry different copies of the class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error && 'detail' in error;
}

/** Of a 401: the request had no valid session. What a wrong password gets is another one. */
const SIGNED_OUT = ['no_session', 'token_unknown', 'token_expired', 'token_revoked'];

/** Whether nobody is signed in. Without a code: a message as in section 8 of the specification. */
export function isUnauthorized(error: unknown): boolean {
  if (isApiError(error) && error.code !== undefined) return SIGNED_OUT.includes(error.code);
  return error instanceof Error && error.message.startsWith('401') && error.message.includes('Unauthorized');
}

/** Reads a failed response into an {@link ApiError}. */
export async function readApiError(response: Response): Promise<ApiError> {
  const problem = await readProblem(response);
  return new ApiError(problem, problem.text);
}
