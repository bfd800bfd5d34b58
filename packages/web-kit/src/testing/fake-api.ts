import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { http, HttpResponse, type JsonBodyType, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';

const USUAL_CODES: Record<number, string> = {
  400: 'invalid',
  403: 'role',
  404: 'not_found',
  412: 'changed',
  429: 'rate_limited',
  503: 'unavailable',
};

/** The code of a status where a test asks for no other. */
function usualCode(status: number, detail: string): string | undefined {
  if (status === 401) return detail === 'Unauthorized' ? 'no_session' : 'wrong_password';
  return USUAL_CODES[status];
}

/** A problem+json response as the services send it. */
export const problem = (
  status: number,
  detail: string,
  errors?: Record<string, string[]>,
  missing?: readonly string[],
  code = usualCode(status, detail),
) =>
  HttpResponse.json(
    {
      type: code === undefined ? 'about:blank' : `/problems/${code}`,
      title: 'Problem',
      status,
      code,
      detail,
      ...(errors && { errors }),
      ...(missing && { missing }),
    },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

/** Mocks GET `path` with `body`, and an ETag for who edits it. */
export const returns = (path: string, body: JsonBodyType, etag = '"1"') =>
  http.get(`*${path}`, () => HttpResponse.json(body, { headers: { etag } }));

/** Mocks GET `path` as a paged list with cursors and a total count. */
export const returnsPages = (path: string, pages: readonly JsonBodyType[][]) =>
  http.get(`*${path}`, ({ request }) => {
    const at = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
    const headers = new Headers({ 'x-total-count': String(pages.flat().length) });
    if (at + 1 < pages.length) headers.set('link', `<${path}?cursor=${at + 1}>; rel="next"`);
    return HttpResponse.json(pages[at] ?? [], { headers });
  });

/**
 * A mock server for the tests of one file. `always` applies to every test; `use` adds handlers until the end of a test.
 * A request without a handler fails.
 */
export function fakeApi(...always: RequestHandler[]) {
  const server = setupServer(...always);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/**
 * Replaces IntersectionObserver.
 * @returns a function that reports to the list rendered last that its end is near
 */
export function fakeListEnd(): () => void {
  let reach: () => void = () => undefined;
  class ListEndObserver {
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
      reach = () => onChange([{ isIntersecting: true }]);
    }
    observe = () => undefined;
    disconnect = () => undefined;
  }
  Object.assign(globalThis, { IntersectionObserver: ListEndObserver });
  return () => reach();
}
