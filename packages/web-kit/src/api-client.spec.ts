import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { bodyOf, createApiClient, versionOf } from './api-client.ts';
import { isApiError, isUnauthorized } from './api-error.ts';
import { loadQuery } from './query-client.ts';

interface Thing {
  content: { 'application/json': { name: string } };
}
interface ById {
  path: { id: string };
}
interface Paths {
  '/api/things/{id}': {
    get: { parameters: ById; responses: { 200: Thing } };
    delete: { parameters: ById; responses: { 204: { content?: never } } };
    patch: { parameters: ById; requestBody: Thing; responses: { 200: Thing } };
  };
}

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const at = { params: { path: { id: '7' } } };
const response = (response: () => Response) => server.use(http.all('*/api/things/7', response));

async function failure(): Promise<unknown> {
  return createApiClient<Paths>()
    .GET('/api/things/{id}', at)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
}

describe('a call', () => {
  it('returns the body of a successful response', async () => {
    response(() => HttpResponse.json({ name: 'Slicer' }));
    const thing = await bodyOf(createApiClient<Paths>().GET('/api/things/{id}', at));
    expect(thing.name).toBe('Slicer');
  });

  it('that writes is refused in words without a network, and sends nothing', async () => {
    const send = jest.spyOn(globalThis, 'fetch');
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(createApiClient<Paths>().DELETE('/api/things/{id}', at)).rejects.toThrow(
      'You are offline. This needs a connection.',
    );
    expect(send).not.toHaveBeenCalled();
    send.mockRestore();
    onLine.mockRestore();
  });

  it('returns the ETag, and fails without one', async () => {
    const read = () => versionOf(createApiClient<Paths>().GET('/api/things/{id}', at));
    response(() => HttpResponse.json({ name: 'Slicer' }, { headers: { etag: '"3"' } }));
    expect(await read()).toEqual({ body: { name: 'Slicer' }, etag: '"3"' });
    response(() => HttpResponse.json({ name: 'Slicer' }));
    await expect(read()).rejects.toThrow('200: the response has no ETag');
  });

  it('sends cookies, and a JSON content type only with a body', async () => {
    const seen: [string, RequestCredentials, string | null, string][] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const request = new Request(input);
      seen.push([
        request.method,
        request.credentials,
        request.headers.get('content-type'),
        await request.text(),
      ]);
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ name: 'x' });
    });
    const api = createApiClient<Paths>();
    await api.DELETE('/api/things/{id}', at);
    await api.PATCH('/api/things/{id}', { ...at, body: { name: 'x' } });
    expect(seen).toEqual([
      ['DELETE', 'include', null, ''],
      ['PATCH', 'include', 'application/json', '{"name":"x"}'],
    ]);
  });
});

describe('a request', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'userActivation');
    jest.restoreAllMocks();
  });

  it.each([
    ['that nobody pressed for says so if it reads', false, ['page', null, 'page']],
    ['that somebody pressed for does not', true, [null, null, null]],
  ])('%s', async (_what, isActive, sentBy) => {
    Object.assign(navigator, { userActivation: { isActive } });
    const seen: (string | null)[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      seen.push(new Headers(input instanceof Request ? input.headers : init?.headers).get('sent-by'));
      return Promise.resolve(Response.json({ name: 'x' }));
    });
    const api = createApiClient<Paths>();
    await api.GET('/api/things/{id}', at);
    await api.PATCH('/api/things/{id}', { ...at, body: { name: 'x' } });
    await loadQuery({ queryKey: ['/api/things'] });
    expect(seen).toEqual(sentBy);
  });
});

describe('a failed call', () => {
  it('has status and detail of a problem, its field errors, and what is missing', async () => {
    response(() =>
      HttpResponse.json(
        {
          detail: 'Check the name.',
          errors: { name: ['is too long'] },
          missing: ['note', 7],
          requestId: 'r-1',
        },
        { status: 400, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
      ),
    );
    const error = await failure();
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({
      message: '400: Check the name.',
      status: 400,
      detail: 'Check the name.',
      errors: { name: ['is too long'] },
      missing: ['note'],
      requestId: 'r-1',
    });
  });

  it('has the text of any other body', async () => {
    response(() => new HttpResponse('upstream is unavailable', { status: 502 }));
    expect(await failure()).toMatchObject({
      message: '502: upstream is unavailable',
      detail: '',
      errors: undefined,
    });
  });

  it('has the status text if the body is empty', async () => {
    response(() => new HttpResponse(null, { status: 503, statusText: 'Service Unavailable' }));
    expect(await failure()).toMatchObject({ message: '503: Service Unavailable', detail: '' });
  });

  it('is unauthorized by its code, whatever the sentence', async () => {
    for (const [code, isSignedOut] of [
      ['no_session', true],
      ['token_expired', true],
      ['wrong_password', false],
    ] as const) {
      const headers = { 'content-type': 'application/problem+json' };
      response(() => HttpResponse.json({ code, detail: 'Unauthorized' }, { status: 401, headers }));
      expect([code, isUnauthorized(await failure())]).toEqual([code, isSignedOut]);
    }
  });

  it('is unauthorized without a code only if its message starts with 401 and contains the word', async () => {
    const problem = (status: number, detail: string) => () =>
      HttpResponse.json({ detail }, { status, headers: { 'content-type': 'application/problem+json' } });
    response(problem(401, 'Unauthorized'));
    expect(isUnauthorized(await failure())).toBe(true);
    response(problem(401, 'Invalid email or password'));
    expect(isUnauthorized(await failure())).toBe(false);
    response(problem(403, 'Unauthorized'));
    expect(isUnauthorized(await failure())).toBe(false);
  });
});
