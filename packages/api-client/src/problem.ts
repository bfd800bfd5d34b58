/** What a failed response says: a problem (RFC 9457), or whatever a proxy in between sent. */
export interface Problem {
  /** HTTP status code. */
  status: number;
  /** The `detail` of a problem+json body; empty if there is none. */
  detail: string;
  /** What to show for a response without a detail: the body's text, else the status text. */
  text: string;
  /** Validation messages by field name; undefined if the response names no fields. */
  errors: Record<string, string[]> | undefined;
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

function fieldErrors(value: unknown): Record<string, string[]> | undefined {
  if (!isRecord(value)) return undefined;
  const fields: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(value)) {
    const list: unknown[] = Array.isArray(messages) ? messages : [messages];
    fields[field] = list.filter((message) => typeof message === 'string');
  }
  return fields;
}

/** Reads the body and headers of a failed response. Nothing in the body is trusted to have its documented type. */
export async function readProblem(response: Response): Promise<Problem> {
  const text = await response.text();
  const body = parseBody(response, text);
  const requestId = body['requestId'] ?? response.headers.get('x-request-id');
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return {
    status: response.status,
    detail: typeof body['detail'] === 'string' ? body['detail'] : '',
    text: text || response.statusText,
    errors: fieldErrors(body['errors']),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
