import type { OpenAPIObject } from '@nestjs/swagger';
import { problems } from './problem-codes.ts';

/** In a response of a document: the codes of its problem, of which later versions may have more. */
export const CODES_EXTENSION = 'x-codes';

/** In a document: what each code means, and what to do. The gateway makes its pages of it. */
export const PROBLEMS_EXTENSION = 'x-problems';

export const problemTable = Object.fromEntries(
  Object.entries(problems).flatMap(([status, rows]) =>
    Object.entries(rows).map(([code, [means, remedy]]) => [code, { status: Number(status), means, remedy }]),
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
    const isUsual = codes.includes('foreign_site');
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
    if (words && response && 'description' in response) response.description += ` Codes: ${words.join(', ')}.`;
  }
}
