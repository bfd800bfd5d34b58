import { fakeApi, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { type CompletionRule } from './completion-rules.queries.ts';
import { CompletionRulesScreen } from './completion-rules-screen.tsx';

const off = { beforePhoto: false, afterPhoto: false, note: false, version: 1 };
let rules: CompletionRule[] = [
  { ...off, ticketType: 'repair', afterPhoto: true },
  { ...off, ticketType: 'other' },
];
const sent: unknown[] = [];
const api = fakeApi(
  http.get('*/api/completion-rules', () => HttpResponse.json(rules)),
  http.patch<{ type: string }, object>('*/api/completion-rules/:type', async ({ request, params }) => {
    const body = await request.json();
    sent.push([params.type, body]);
    rules = rules.map((rule) => (rule.ticketType === params.type ? { ...rule, ...body } : rule));
    return HttpResponse.json(rules.find(({ ticketType }) => ticketType === params.type));
  }),
);
const switchOf = (type: string, name: string) =>
  within(screen.getByRole('region', { name: type })).getByRole('switch', { name });

it('says for each type what its tickets need, and saves each switch at once', async () => {
  const toast = jest.fn();
  const { user } = renderWithProviders(<CompletionRulesScreen host={{ toast }} />);
  await screen.findByRole('region', { name: 'Repair' });
  expect(switchOf('Repair', 'Photo of the finished work')).toBeChecked();
  expect(switchOf('Repair', 'Photo from before')).not.toBeChecked();
  await user.click(switchOf('Other', 'What was done'));
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(1));
  expect(sent).toEqual([['other', { note: true }]]);
  expect(switchOf('Other', 'What was done')).toBeChecked();
});

it('keeps a switch that could not be saved, and is loaded on Retry after a failure', async () => {
  api.use(
    http.get('*/api/completion-rules', () => problem(503, 'Later.'), { once: true }),
    http.patch('*/api/completion-rules/repair', () => problem(503, 'Later.')),
  );
  const toast = jest.fn();
  const { user } = renderWithProviders(<CompletionRulesScreen host={{ toast }} />);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: 'Repair' });
  await user.click(switchOf('Repair', 'What was done'));
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ description: 'Failed to save completion rule' }),
    ),
  );
  expect(switchOf('Repair', 'What was done')).not.toBeChecked();
});
