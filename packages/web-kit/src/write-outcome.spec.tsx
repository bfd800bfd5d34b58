import { expect, it, jest } from '@jest/globals';
import { useMutation } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { ApiError } from './api-error.ts';
import { useFailureToast } from './failure-toast.ts';
import { createQueryClient } from './query-client.ts';
import { renderWithProviders } from './testing/index.ts';
import { useCreateOutcome, useWriteOutcome } from './write-outcome.ts';

const refusal = (status: number, detail: string) =>
  new ApiError({ status, detail, errors: undefined, requestId: undefined });

type Outcome = ReturnType<typeof useWriteOutcome>;
const useOwnWords = () => useWriteOutcome('/api/things', 'Thing saved', 'Failed to save thing');
const useWordsOfServer = () => useWriteOutcome('/api/things', 'Thing saved', ({ message }) => message);
const useSilence = () => useWriteOutcome('/api/things', 'Thing saved', () => undefined);
const useCreateWords = () => useCreateOutcome('/api/things', 'Thing saved', 'Failed to save thing');

/** A button that writes, with an error or without. */
function Thing({ useOutcome, error }: { useOutcome: () => Outcome; error?: Error | undefined }) {
  const mutationFn = () => (error ? Promise.reject(error) : Promise.resolve());
  const { mutate, status } = useMutation({ mutationFn, ...useOutcome() });
  return <button onClick={() => mutate()}>{status}</button>;
}

async function write(useOutcome: () => Outcome, error?: Error) {
  const onUnauthorized = jest.fn();
  const queryClient = createQueryClient({ onUnauthorized });
  queryClient.setQueryData(['/api/things', {}], []);
  const { user } = renderWithProviders(<Thing useOutcome={useOutcome} error={error} />, { queryClient });
  await user.click(screen.getByRole('button', { name: 'idle' }));
  await screen.findByRole('button', { name: error ? 'error' : 'success' });
  return { queryClient, onUnauthorized };
}

it('a write that succeeds says so, and its list is read again', async () => {
  const { queryClient } = await write(useOwnWords);
  expect(screen.getByRole('status')).toHaveTextContent('SuccessThing saved');
  expect(queryClient.getQueryState(['/api/things', {}])?.isInvalidated).toBe(true);
});

it.each([
  ['in the words of the screen', useOwnWords, refusal(503, 'Later.'), 'ErrorFailed to save thing'],
  ['in those of the server', useWordsOfServer, refusal(409, 'Taken.'), 'Error409: Taken.'],
  ['without a response', useWordsOfServer, new TypeError('Failed to fetch'), 'ErrorFailed to fetch'],
  ['of a create', useCreateWords, refusal(500, 'Wrong.'), 'ErrorFailed to save thing'],
  [
    'of a create whose session has ended',
    useCreateWords,
    refusal(401, 'Unauthorized'),
    'UnauthorizedYou are logged out. Logging in again...',
  ],
])('a write that fails says so: %s', async (_what, useOutcome, error, text) => {
  await write(useOutcome, error);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it.each([
  [new TypeError('Failed to fetch'), 'ErrorYou are offline. This needs a connection.'],
  [refusal(503, 'Later.'), 'ErrorFailed to save thing'],
])('a write that fails without a network says that this is why (%#)', async (error, text) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await write(useOwnWords, error);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  jest.restoreAllMocks();
});

it('shows no toast where there is no text', async () => {
  await write(useSilence, refusal(503, 'Later.'));
  expect(screen.queryByText('Error')).not.toBeInTheDocument();
});

it.each([
  [useCreateWords, true],
  [useOwnWords, false],
])('the end of a session leaves the page only after a create (%#)', async (useOutcome, leaves) => {
  const { onUnauthorized } = await write(useOutcome, refusal(401, 'Unauthorized'));
  await waitFor(() => expect(onUnauthorized.mock.calls).toEqual([[{ leaves }]]));
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
