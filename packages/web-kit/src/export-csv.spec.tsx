import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ExportCsv } from './export-csv.tsx';
import { fakeApi, problem } from './testing/fake-api.ts';
import { renderWithProviders } from './testing/render.tsx';

const api = fakeApi();

/**
 * Presses the link.
 * @returns what was asked for and what the browser saves
 */
async function press(respond: () => Response) {
  const [asked, saved]: [string[], string[]] = [[], []];
  Object.assign(URL, {
    createObjectURL: ({ size }: Blob) => `blob:${size}`,
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  api.use(
    http.get('*/api/tickets', ({ request }) => {
      asked.push(new URL(request.url).search);
      return respond();
    }),
  );
  const { user } = renderWithProviders(
    <ExportCsv path="/api/tickets" filter={{ q: 'a&b', status: undefined }} />,
  );
  const link = screen.getByRole('link', { name: 'Export CSV' });
  expect(link).toHaveAttribute('href', '/api/tickets?q=a%26b&format=csv');
  await user.dblClick(link);
  await waitFor(() => expect(link).not.toHaveClass('ant-btn-loading'));
  jest.restoreAllMocks();
  return { asked, saved };
}

it('saves the list as a file, once however often it is pressed', async () => {
  const headers = { 'content-disposition': 'attachment; filename="tickets-2026-11-28.csv"' };
  expect(await press(() => new HttpResponse('Title\r\n', { headers }))).toEqual({
    asked: ['?q=a%26b&format=csv'],
    saved: ['tickets-2026-11-28.csv blob:7'],
  });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each([
  [
    'what the server refuses',
    () => problem(429, 'You are exporting two lists already.'),
    'You are exporting two lists already.',
  ],
  ['what is cut off', () => HttpResponse.error(), 'The file could not be downloaded. Please try again.'],
])('saves nothing of %s, and says why', async (_what, respond, words) => {
  expect((await press(respond)).saved).toEqual([]);
  expect(await screen.findByText(words)).toBeVisible();
});
