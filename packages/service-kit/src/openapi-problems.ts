import type { OpenAPIObject } from '@nestjs/swagger';
import { problems } from './problem-codes.ts';
import { CODES_EXTENSION, problemResponse, usualCodesOf } from './problem-response.ts';

/** In a document: what each code means, and what to do. The gateway makes its pages of it. */
export const PROBLEMS_EXTENSION = 'x-problems';

export const problemTable = Object.fromEntries(
  Object.entries(problems).flatMap(([status, rows]) =>
    Object.entries<readonly [string, string]>(rows).map(([code, [means, remedy]]) => [
      code,
      { status: Number(status), means, remedy },
    ]),
  ),
);

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The codes in a response; undefined in one that is no problem, or whose codes nobody knows. */
function codesIn(response: unknown): string[] | undefined {
  if (typeof response !== 'object' || response === null || !(CODES_EXTENSION in response)) return undefined;
  const codes: unknown = response[CODES_EXTENSION];
  return Array.isArray(codes) ? codes.map(String) : undefined;
}

/**
 * Completes the codes of an operation's problems, and writes them into the descriptions.
 * @param isRead it changes nothing, so it is neither refused to another site nor to a read-only token
 * @param audience who may call it
 */
export function describeProblems(
  { responses }: Operation,
  isRead: boolean,
  audience: 'everyone' | 'users' | 'admins' | 'managers',
): void {
  const { 403: refused } = responses;
  const codes = codesIn(refused);
  if (refused && codes) {
    // A read that is refused as a write names the codes itself, in the other order.
    const isUsual = codes.includes('foreign_site') && codes.join().includes(usualCodesOf(403).join());
    const never = [
      ...(isRead && isUsual ? ['foreign_site', 'read_only'] : []),
      ...(audience === 'everyone' ? ['read_only'] : []),
    ];
    const isForRole = audience === 'admins' || audience === 'managers';
    const left = [...(isForRole ? ['role'] : []), ...codes].filter((code) => !never.includes(code));
    Object.assign(refused, { [CODES_EXTENSION]: [...new Set(left)] });
  }
  for (const response of Object.values(responses)) {
    const words = codesIn(response)?.map((code) => `\`${code}\``);
    if (words && response && 'description' in response)
      response.description += ` Codes: ${words.join(', ')}.`;
  }
}

const HEADER_WORDS = {
  ETag: 'The version that it has now.',
  RateLimit: 'What is left: `r` writes for `t` seconds. Each replica counts its own requests.',
  'RateLimit-Policy': 'How many writes (`q`) a user and an address have in `w` seconds.',
  'Retry-After': 'Seconds to wait.',
  'WWW-Authenticate': '`Bearer`; of a token that is not valid with its code in `error_description`.',
};

/** The components of a document for the headers that its responses refer to. */
export function headersIn(paths: object) {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(HEADER_WORDS)
      .filter(([name]) => text.includes(`"#/components/headers/${name}"`))
      .map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]),
  );
}

/** Of the ways to send a call, which any call can answer. */
const OTHER_CODES = [
  'invalid',
  'not_found',
  'method_not_allowed',
  'timeout',
  'too_large',
  'address_too_long',
  'content_type',
  'content_encoding',
  'headers_too_large',
  'internal',
];

/** A component of each document. */
export const otherProblem = problemResponse(0, {
  words: 'Any other problem, also of the gateway; `x-codes` has its codes.',
  codes: OTHER_CODES,
});

const HEADERS: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const LIMITS = ['RateLimit', 'RateLimit-Policy'];

/**
 * Declares what any call can answer beside what it says itself, and the headers of problems and limits.
 * @param isCounted it is a write of somebody who is signed in
 */
export function declareLimits({ responses }: Operation, isCounted: boolean): void {
  responses[429] ??= problemResponse(429);
  responses.default ??= { $ref: '#/components/responses/OtherProblem' };
  for (const [status, response] of Object.entries(responses)) {
    if (!response || !('description' in response)) continue;
    const limits = isCounted && (status.startsWith('2') || status === '429') ? LIMITS : [];
    const names = [...(HEADERS[status] ?? []), ...limits].filter((name) => !response.headers?.[name]);
    if (names.length === 0) continue;
    const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
    response.headers = { ...response.headers, ...headers };
  }
}
