/** What a failed response says: a problem (RFC 9457), or whatever a proxy in between sent. */
export interface Problem {
  /** HTTP status code. */
  status: number;
  /** The cause, a stable word; undefined if the response is no problem of Mainstay's. */
  code: string | undefined;
  /** What is there already, as a 409 names it; undefined if the response names nothing. */
  existingId: string | undefined;
  /** The `detail` of a problem+json body; empty if there is none. */
  detail: string;
  /** What to show for a response without a detail: the body's text, else the status text. */
  text: string;
  /** Validation messages by field name; undefined if the response names no fields. */
  errors: Record<string, string[]> | undefined;
  /** What has to be there first; undefined if the response names nothing. */
  missing: string[] | undefined;
  /** Identifies the request in the server's logs. */
  requestId: string | undefined;
  /** Seconds after which a retry may succeed (`Retry-After`). */
  retryAfter: number | undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseBody(response: Response, text: string): Record<string, unknown> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return {};
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const textsOf = (list: readonly unknown[]): string[] => list.filter((each) => typeof each === 'string');

function fieldErrors(value: unknown): Record<string, string[]> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([field, messages]) => [
      field,
      textsOf(Array.isArray(messages) ? messages : [messages]),
    ]),
  );
}

/** Reads the body and headers of a failed response. Nothing in the body is trusted to have its documented type. */
export async function readProblem(response: Response): Promise<Problem> {
  const text = await response.text();
  const body = parseBody(response, text);
  const requestId = body['requestId'] ?? response.headers.get('x-request-id');
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return {
    status: response.status,
    code: textOf(body['code']),
    existingId: textOf(body['existingId']),
    detail: textOf(body['detail']) ?? '',
    text: text || response.statusText,
    errors: fieldErrors(body['errors']),
    missing: Array.isArray(body['missing']) ? textsOf(body['missing']) : undefined,
    requestId: textOf(requestId),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
