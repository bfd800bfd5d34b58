import 'fake-indexeddb/auto';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { fakeApi, problem } from '@mainstay/web-kit/testing';
import { waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { http, HttpResponse } from 'msw';
import { JobOutbox } from './job-outbox.ts';

const server = fakeApi();
const sent = jest.fn();
const comment = (body: string) => ({ path: 'comments', body: { name: 'Lee', body } }) as const;
let outbox: JobOutbox;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  sent.mockClear();
  outbox = new JobOutbox('token-1', sent);
});

/** @returns what the service got, each call with its key */
function serve(answer: () => Response = () => HttpResponse.json({ state: 'accepted', number: 7 })) {
  const got: { body: unknown; key: string | null }[] = [];
  server.use(
    http.post('*/api/intake/jobs/token-1/comments', async ({ request }) => {
      got.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      return answer();
    }),
  );
  return got;
}

it('sends what was pressed in its order, each once', async () => {
  const got = serve();
  await Promise.all([outbox.send(comment('one')), outbox.send(comment('two'))]);
  await waitFor(() => expect(outbox.state().waiting).toEqual([]));
  expect(got.map(({ body }) => body)).toEqual([comment('one').body, comment('two').body]);
  expect(new Set(got.map(({ key }) => key)).size).toBe(2);
  expect(sent).toHaveBeenCalledTimes(2);
});

it('keeps what got no response, and the next page sends it with the same key, for its own work order alone', async () => {
  const lost = serve(() => HttpResponse.error());
  await outbox.send(comment('one'));
  expect(outbox.state()).toMatchObject({ isTroubled: true, waiting: [{ call: comment('one') }] });
  outbox.start()();
  const got = serve();
  const other = new JobOutbox('token-2', sent);
  const stopOther = other.start();
  const next = new JobOutbox('token-1', sent);
  const stop = next.start();
  await waitFor(() => expect(got).toHaveLength(1));
  await waitFor(() => expect(next.state().waiting).toEqual([]));
  expect(got[0]?.key).toBe(lost[0]?.key);
  expect(other.state().waiting).toEqual([]);
  stop();
  stopOther();
});

it('says in words what the service refuses, gives its texts back, and sends the next', async () => {
  serve(() => problem(409, 'This work order was withdrawn.'));
  await outbox.send(comment('one'));
  expect(outbox.state()).toMatchObject({
    waiting: [],
    refused: 'This work order was withdrawn.',
    refusedCall: comment('one'),
  });
  serve();
  await outbox.send(comment('two'));
  expect(outbox.state()).toMatchObject({ waiting: [], refused: null, refusedCall: null });
});

it('sends photos with the name and what they show, again from the upload where it stopped', async () => {
  const grants: unknown[] = [];
  const done: string[] = [];
  let uploads = 0;
  server.use(
    http.post('*/api/intake/jobs/token-1/photos', async ({ request }) => {
      grants.push(await request.json());
      return HttpResponse.json(
        {
          id: `${grants.length}`,
          uploadURL: 'http://localhost/upload/1',
          expiresAt: new Date(Date.now() + 600_000).toISOString(),
        },
        { status: 201 },
      );
    }),
    http.put('*/upload/1', () => {
      uploads += 1;
      return new HttpResponse(null, { status: uploads === 1 ? 503 : 204 });
    }),
    http.post('*/api/intake/jobs/token-1/photos/:id/done', ({ params }) => {
      done.push(String(params['id']));
      return HttpResponse.json({ id: params['id'] });
    }),
  );
  await outbox.sendPhotos('Lee', 'after', [new Blob(['photo'])]);
  expect(outbox.state()).toMatchObject({ isTroubled: true });
  await outbox.run();
  await waitFor(() => expect(done).toEqual(['1']));
  expect(grants).toEqual([{ name: 'Lee', purpose: 'after' }]);
  expect(outbox.state().waiting).toEqual([]);
  outbox.start()();
});
