import { expect, it, jest } from '@jest/globals';
import { type UseMutationResult } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { ApiError } from './api-error.ts';
import {
  type Changed,
  type Created,
  detailOr,
  entityQueries,
  type Listed,
  messageOr,
} from './entity-queries.ts';
import { useFailureToast } from './failure-toast.ts';
import { addressOf, createQueryClient } from './query-client.ts';
import { renderWithProviders } from './testing/index.ts';

const fryer = { id: '1', name: 'Fryer' };
const response = new Response(null, { headers: { etag: '"7"' } });
const refusal = (status: number, detail: string) =>
  new ApiError({ status, detail, errors: undefined, requestId: undefined });

/** The calls of a client, with what they have sent. */
const call = jest.fn((_sent: unknown) => Promise.resolve({ data: fryer, response }));
const also = jest.fn((..._given: unknown[]) => Promise.resolve());
const things = entityQueries('/api/things');

const body = { name: 'Oven' };
const add = { body, idempotencyKey: 'k1' };
const edit = { id: '1', changes: body, ifMatch: '"7"' };

/** A button that writes. */
const button = <Sent,>(
  useWrite: () => Pick<UseMutationResult<unknown, Error, Sent>, 'mutate' | 'status'>,
  sent: Sent,
) =>
  function Write() {
    const { mutate, status } = useWrite();
    return <button onClick={() => mutate(sent)}>{status}</button>;
  };
const writes = {
  creates: button(
    things.creates((sent: Created<object>) => call(sent), 'Saved', detailOr('Failed to add'), also),
    add,
  ),
  createsOrLeaves: button(
    things.createsOrLeaves((sent: Created<object>) => call(sent), 'Saved', 'Failed to add', also),
    add,
  ),
  updates: button(
    things.updates((sent: Changed<object>) => call(sent), 'Saved', messageOr('Failed to save'), also),
    edit,
  ),
  removes: button(things.removes(call, 'Saved', 'Failed to delete', also), '1'),
  writes: button(
    things.writes(call, 'Saved', () => undefined, also),
    '1',
  ),
};

async function write(name: keyof typeof writes, error?: Error) {
  call.mockClear();
  if (error) call.mockRejectedValueOnce(error);
  const onUnauthorized = jest.fn();
  const queryClient = createQueryClient({ onUnauthorized });
  queryClient.setQueryData(['/api/things', {}], []);
  const Write = writes[name];
  const { user } = renderWithProviders(<Write />, { queryClient });
  await user.click(screen.getByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: error ? 'error' : 'success' });
  return { queryClient, onUnauthorized };
}

it('a list has its address as its key, and sends its filter, the search and the page', async () => {
  const list = jest.fn((_sent: unknown) => Promise.resolve({ data: [fryer], response }));
  const queryOf = things.lists((sent: Listed<{ color: string | undefined }>) => list(sent));
  const query = queryOf({ color: 'red' })('fry');
  expect(addressOf(query.queryKey)).toBe('/api/things?color=red&q=fry&limit=50');
  expect(addressOf(queryOf({ color: undefined })().queryKey)).toBe('/api/things?limit=50');
  const { signal } = new AbortController();
  expect((await query.queryFn({ pageParam: undefined, signal })).items).toEqual([fryer]);
  expect(list).toHaveBeenCalledWith({ params: { query: { color: 'red', q: 'fry', limit: 50 } }, signal });
});

it('one is read with its ETag', async () => {
  expect(await things.reads(call)('1')).toEqual({ body: fryer, etag: '"7"' });
  expect(call).toHaveBeenCalledWith({ params: { path: { id: '1' } }, signal: null });
});

const header = { 'Idempotency-Key': 'k1' };
const path = { id: '1' };
it.each([
  ['creates', add, { params: { header }, body }],
  ['createsOrLeaves', add, { params: { header }, body }],
  ['updates', edit, { params: { path, header: { 'If-Match': '"7"' } }, body }],
  ['removes', '1', { params: { path } }],
  ['writes', '1', '1'],
] as const)(
  '%s says that it is done; its list and what else shows it are read again',
  async (name, sent, given) => {
    const { queryClient } = await write(name);
    expect(call.mock.calls).toEqual([[given]]);
    expect(screen.getByRole('status')).toHaveTextContent('SuccessSaved');
    expect(queryClient.getQueryState(['/api/things', {}])?.isInvalidated).toBe(true);
    expect(also).toHaveBeenLastCalledWith(queryClient, expect.anything(), sent);
  },
);

const loggedOut = 'UnauthorizedYou are logged out. Logging in again...';
it.each([
  ['the words of the server', 'creates', refusal(409, 'Taken.'), 'ErrorTaken.'],
  [
    'those of the screen without a response',
    'creates',
    new TypeError('Failed to fetch'),
    'ErrorFailed to add',
  ],
  ['those of the screen without a sentence', 'creates', refusal(502, ''), 'ErrorFailed to add'],
  ['those of the screen', 'removes', refusal(500, 'Wrong.'), 'ErrorFailed to delete'],
  ['the message', 'updates', refusal(403, 'Not yours.'), 'Error403: Not yours.'],
  ['nothing, as the screen wishes', 'writes', refusal(503, 'Later.'), undefined],
  ['nothing once the session has ended', 'updates', refusal(401, 'Unauthorized'), undefined],
  ['that the session has ended', 'createsOrLeaves', refusal(401, 'Unauthorized'), loggedOut],
] as const)('a write that fails says %s', async (_what, name, error, words) => {
  const { onUnauthorized } = await write(name, error);
  if (words) expect(screen.getByRole('alert')).toHaveTextContent(words);
  else expect(screen.queryByText('Error')).not.toBeInTheDocument();
  const leaves = { leaves: name === 'createsOrLeaves' };
  await waitFor(() =>
    expect(onUnauthorized.mock.calls).toEqual(error.message.startsWith('401') ? [[leaves]] : []),
  );
});

it.each([
  [new TypeError('Failed to fetch'), 'ErrorYou are offline. This needs a connection.'],
  [refusal(503, 'Later.'), 'ErrorFailed to delete'],
])('a write that fails without a network says that this is why (%#)', async (error, text) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await write('removes', error);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  jest.restoreAllMocks();
});

it.each([
  [refusal(401, 'Unauthorized'), false],
  [refusal(403, 'Not yours.'), true],
  [undefined, true],
])('a failure toast is not shown for the end of a session (%#)', async (error, isShown) => {
  function Failing() {
    const fail = useFailureToast();
    return <button onClick={() => fail('It failed.', error)}>Fail</button>;
  }
  const { user } = renderWithProviders(<Failing />);
  await user.click(screen.getByRole('button'));
  expect(screen.queryByText('It failed.') !== null).toBe(isShown);
});
