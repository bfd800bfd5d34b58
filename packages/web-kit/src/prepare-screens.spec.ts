import { expect, it, jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { pagedQuery } from './paged-list.ts';
import { prepareScreens } from './prepare-screens.ts';
import { createQueryClient } from './query-client.ts';
import { fakeApi, problem, returns } from './testing/index.ts';

const api = fakeApi();

const screens = [
  {
    path: '/tickets',
    data: ['/api/tickets?status=incoming&limit=50', '/api/tickets/due', '/api/costs?open=true'],
  },
  { path: '/vendors' },
];

it('reads what a screen starts with under the keys of its queries', async () => {
  const next = '<http://localhost/api/tickets?cursor=c>; rel="next"';
  api.use(
    http.get('*/api/tickets', ({ request }) =>
      HttpResponse.json([new URL(request.url).search], { headers: { 'X-Total-Count': '7', Link: next } }),
    ),
    returns('/api/tickets/due', { overdue: 1 }),
    returns('/api/costs', []),
  );
  const queries = createQueryClient();
  await prepareScreens({ screens })('/tickets', queries);
  const { queryKey } = pagedQuery(['/api/tickets'], { status: 'incoming' }, () =>
    Promise.reject(new Error()),
  );
  expect(queries.getQueryData(queryKey)).toEqual({
    pages: [{ items: ['?status=incoming&limit=50'], total: 7, next: 'c' }],
    pageParams: [undefined],
  });
  expect(queries.getQueryData(['/api/tickets/due'])).toEqual({ overdue: 1 });
  expect(queries.getQueryData(['/api/costs', { open: 'true' }])).toEqual([]);
});

it('loads the code of a late screen, and reads nothing of others', async () => {
  const load = jest.fn(() => Promise.resolve());
  await prepareScreens({ screens }, { '/vendors': load })('/vendors', createQueryClient());
  expect(load).toHaveBeenCalledTimes(1);
});

it('leaves failures to the screen', async () => {
  api.use(
    http.get('*/api/tickets', () => problem(503, 'Try again.')),
    returns('/api/tickets/due', {}),
    returns('/api/costs', []),
  );
  const queries = createQueryClient();
  await prepareScreens({ screens })('/tickets', queries);
  expect(queries.getQueryData(['/api/tickets', { status: 'incoming', limit: 50 }])).toBeUndefined();
  expect(queries.getQueryData(['/api/tickets/due'])).toEqual({});
});
