import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { http, HttpResponse, type JsonBodyType, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';

/** A problem+json answer, as every service gives it. */
export const problem = (status: number, detail: string, errors?: Record<string, string[]>) =>
  HttpResponse.json(
    { type: 'about:blank', title: 'Problem', status, detail, ...(errors ? { errors } : {}) },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

/** Answers GET `path` with `body`. */
export const gives = (path: string, body: JsonBodyType) =>
  http.get(`*${path}`, () => HttpResponse.json(body));

/** Answers GET `path` as a service does: by pages, told apart by a cursor, and with how many there are in all. */
export const givesPages = (path: string, pages: readonly JsonBodyType[][]) =>
  http.get(`*${path}`, ({ request }) => {
    const at = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
    const headers = new Headers({ 'x-total-count': String(pages.flat().length) });
    if (at + 1 < pages.length) headers.set('link', `<${path}?cursor=${at + 1}>; rel="next"`);
    return HttpResponse.json(pages[at] ?? [], { headers });
  });

/**
 * A server for the tests of one file, with the answers every test wants; `use` adds to it until the end of a
 * test. A call nobody answers fails.
 */
export function fakeApi(...always: RequestHandler[]) {
  const server = setupServer(...always);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}
