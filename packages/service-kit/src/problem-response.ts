import { type ProblemCode, problemCodes } from './problem-codes.ts';

/** In a response of a document: the codes of its problem, of which later versions may have more. */
export const CODES_EXTENSION = 'x-codes';

const DESCRIPTIONS: Partial<Record<number, string>> = {
  400: 'The input is not valid; `errors` names the fields.',
  401: 'No session, or no valid token.',
  403: 'Not allowed.',
  404: 'Not found, or not visible to you.',
  409: 'Conflicts with the current state.',
  412: 'Changed by somebody else since it was read.',
  413: 'The request is too large.',
  415: 'The content type must be application/json.',
  422: 'Well-formed, but refused.',
  429: 'Too many requests; retry after `Retry-After`.',
  503: 'A dependency is unavailable; retry after `Retry-After`.',
};

/** What every call can answer that answers such a status at all; of the others each names its own codes. */
const USUAL_CODES: Partial<Record<number, readonly ProblemCode[]>> = {
  401: ['no_session', 'token_unknown', 'token_expired', 'token_revoked'],
  // Of a write. `describeProblems` adds the role where a call asks for one.
  403: ['read_only', 'foreign_site'],
  412: ['changed'],
  413: ['too_large'],
  415: ['content_type', 'content_encoding'],
  422: ['key_reused'],
};

/**
 * A problem response in an OpenAPI document.
 * @param codes those of the call; without any, the usual ones of the status
 */
export function problemResponse(
  status: number,
  { words = DESCRIPTIONS[status] ?? '', codes = [] }: { words?: string | undefined; codes?: string[] } = {},
) {
  const all = codes.length > 0 ? codes : usualCodesOf(status);
  return {
    description: words,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    [CODES_EXTENSION]: all,
  };
}

export const usualCodesOf = (status: number): string[] => [
  ...(USUAL_CODES[status] ?? problemCodes.find(([one]) => one === status)?.[1] ?? []),
];
