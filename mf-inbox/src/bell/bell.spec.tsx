import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { Bell } from './bell.tsx';

const api = fakeApi(returns('/api/inbox/summary', { unread: 3 }));

function open() {
  const navigate = jest.fn();
  return { navigate, ...renderWithProviders(<Bell host={{ navigate }} />) };
}

it.each([
  [3, 'Inbox, 3 unread', '3'],
  [99, 'Inbox, 99 unread', '99'],
  [127, 'Inbox, 99+ unread', '99+'],
])('says how many items are unread: %s', async (unread, name, badge) => {
  api.use(returns('/api/inbox/summary', { unread }));
  const { user } = open();
  const bell = await screen.findByRole('link', { name });
  expect(bell).toHaveAttribute('href', '/inbox');
  expect(bell).toHaveTextContent(badge);
  await user.hover(bell);
  expect(await screen.findByText(`Inbox, ${unread} unread`)).toBeInTheDocument();
});

it('has no number when nothing is unread', async () => {
  api.use(returns('/api/inbox/summary', { unread: 0 }));
  const { queryClient } = open();
  await waitFor(() => expect(queryClient.getQueryData(['/api/inbox/summary'])).toEqual({ unread: 0 }));
  expect(screen.getByRole('link', { name: 'Inbox' })).toHaveTextContent(/^$/);
});

it('has no number and shows no error while the service is unavailable, and the number once it is back', async () => {
  api.use(http.get('*/api/inbox/summary', () => problem(503, 'Later.'), { once: true }));
  const { queryClient } = open();
  await waitFor(() => expect(queryClient.getQueryState(['/api/inbox/summary'])?.status).toBe('error'));
  expect(screen.getByRole('link', { name: 'Inbox' })).toHaveTextContent(/^$/);
  expect(screen.queryByText('Error')).not.toBeInTheDocument();
  // As the shell does when it is told of a change of the inbox.
  await queryClient.invalidateQueries({ queryKey: ['/api/inbox/summary'] });
  expect(await screen.findByRole('link', { name: 'Inbox, 3 unread' })).toBeVisible();
});

it('stays in the app on a plain click, and leaves the others to the browser', async () => {
  const { navigate, user } = open();
  const bell = await screen.findByRole('link', { name: 'Inbox, 3 unread' });
  await user.click(bell);
  expect(navigate.mock.calls).toEqual([['/inbox']]);
  // jsdom cannot open tabs.
  bell.addEventListener('click', (event) => event.preventDefault());
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) fireEvent.click(bell, { [key]: true });
  expect(navigate).toHaveBeenCalledTimes(1);
});

it('tells the service the time zone of the browser, with the first request', async () => {
  const cookies = jest.spyOn(document, 'cookie', 'set');
  open();
  expect(cookies.mock.calls).toEqual([
    [expect.stringMatching(/^time_zone=[\w+/-]+; path=\/api; max-age=\d+; samesite=strict$/)],
  ]);
  cookies.mockRestore();
  await screen.findByRole('link', { name: 'Inbox, 3 unread' });
});
