import type { RecordedStatement } from './record-statements.ts';

/** Where the bare server gets a value of a statement from. */
export type Source =
  /** the nth id in the request's address */
  | { id: number }
  /** a field of its body */
  | { field: string }
  /** a column of the first row of an earlier statement */
  | { row: number; column: string }
  /** the session's user */
  | { isUser: true }
  | { constant: unknown };

/** What the bare server does for one kind of request: what the service did. */
export interface PlannedRequest {
  statements: { text: string; name?: string; sources: Source[] }[];
  status: number;
}

/** By {@link planKey}. */
export type Plan = Record<string, PlannedRequest>;

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export const idsIn = (url: string): string[] => url.match(ID) ?? [];

/** Method and address with the ids taken out. */
export const planKey = (method: string, url: string): string => `${method} ${url.replace(ID, '{id}')}`;

/** What a recorded request shows about all requests of its kind. */
export function planOf(
  recorded: readonly RecordedStatement[],
  request: { url: string; body: unknown; userId: string; status: number },
): PlannedRequest {
  const { url, body, userId, status } = request;
  const ids = idsIn(url);
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  const sourceOf = (value: unknown, at: number): Source => {
    if (typeof value !== 'string') return { constant: value };
    if (ids.includes(value)) return { id: ids.indexOf(value) };
    if (value === userId) return { isUser: true };
    const field = fields.find(([, given]) => given === value)?.[0];
    if (field !== undefined) return { field };
    for (const [row, { row: columns }] of recorded.slice(0, at).entries()) {
      const found = Object.entries(columns ?? {}).find(([, given]) => given === value);
      if (found) return { row, column: found[0] };
    }
    return { constant: value };
  };
  return {
    statements: recorded.map(({ text, name, values }, at) => ({
      text,
      ...(name !== undefined && { name }),
      sources: values.map((value) => sourceOf(value, at)),
    })),
    status,
  };
}
