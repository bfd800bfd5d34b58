/** An answer that is not a success, or rather what it said. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly status: number;
  /** The server's own sentence, without the status: the `detail` of a problem; empty when the answer is none. */
  readonly detail: string;
  /** What is wrong with each field of a refused body, by the field's name. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  /** Names this request in the server's logs. */
  readonly requestId: string | undefined;

  /** @param text what the message says of an answer without a detail. */
  constructor(answer: Pick<ApiError, 'status' | 'detail' | 'errors' | 'requestId'>, text = '') {
    super(`${answer.status}: ${answer.detail || text}`);
    this.status = answer.status;
    this.detail = answer.detail;
    this.errors = answer.errors;
    this.requestId = answer.requestId;
  }
}

/** Whether `error` is an ApiError, also one made by another copy of this package (shell and remotes). */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error && 'detail' in error;
}

/** Specification, section 8: a message that starts with 401 and contains Unauthorized. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401') && error.message.includes('Unauthorized');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldErrors(value: unknown): Record<string, string[]> | undefined {
  if (!isRecord(value)) return undefined;
  const fields: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(value)) {
    const list: unknown[] = Array.isArray(messages) ? messages : [messages];
    fields[field] = list.filter((message) => typeof message === 'string');
  }
  return fields;
}

function parseProblem(text: string): Record<string, unknown> | undefined {
  try {
    const problem: unknown = JSON.parse(text);
    return isRecord(problem) ? problem : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the answer of a failed request. The message ends with the detail of a problem+json body (RFC 9457), else with the
 * body's text, else with the status text.
 */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('application/problem+json') ?? false;
  const problem = isProblem ? parseProblem(text) : undefined;
  const requestId = problem?.['requestId'] ?? response.headers.get('x-request-id');
  return new ApiError(
    {
      status: response.status,
      detail: typeof problem?.['detail'] === 'string' ? problem['detail'] : '',
      errors: fieldErrors(problem?.['errors']),
      requestId: typeof requestId === 'string' ? requestId : undefined,
    },
    text || response.statusText,
  );
}
