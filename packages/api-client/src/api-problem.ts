/** What the API says of a call that failed: a problem (RFC 9457), or whatever else a proxy in between answered. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** HTTP status code. */
  readonly status: number;
  /** What is wrong with each field of a refused body, by the field's name. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Names the request in the server's logs; null when the server did not say. */
  readonly requestId: string | null;
  /** Seconds after which another try may succeed (`Retry-After`); null when the server did not say. */
  readonly retryAfter: number | null;

  constructor(message: string, about: Pick<ApiProblem, 'status' | 'errors' | 'requestId' | 'retryAfter'>) {
    super(message);
    this.status = about.status;
    this.errors = about.errors;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
  }
}

interface ProblemBody {
  detail?: string;
  errors?: Record<string, string[]>;
  requestId?: string;
}

const isProblemBody = (value: unknown): value is ProblemBody => typeof value === 'object' && value !== null;

function parseProblem(response: Response, text: string): ProblemBody {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return {};
  try {
    const body: unknown = JSON.parse(text);
    return isProblemBody(body) ? body : {};
  } catch {
    return {};
  }
}

/** Reads the answer of a failed call. The message is the problem's detail, or the body's text, or the status text. */
export async function readApiProblem(response: Response): Promise<ApiProblem> {
  const text = await response.text();
  const { detail, errors = {}, requestId } = parseProblem(response, text);
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiProblem(detail ?? (text || response.statusText), {
    status: response.status,
    errors,
    requestId: requestId ?? response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}
