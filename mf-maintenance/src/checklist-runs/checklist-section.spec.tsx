import { useLocation } from '@mainstay/ui/router';
import { fakeApi, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { checklistStep, failedAnswer, run } from '../../test/fixtures.ts';
import { ChecklistSection } from './checklist-section.tsx';

const ticketId = '01890000-0000-7000-8000-0000000000d1';
const steps = [checklistStep('Floor'), checklistStep('Door')];
const opening = run(steps, { ticketId });
const api = fakeApi(
  returns('/api/checklist-runs', []),
  returns('/api/checklists', [
    { id: 'opening', name: 'Opening check', steps, active: true, createdAt: '', version: 1 },
  ]),
);
const Address = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};
const open = (isSolved = false, failedIn?: string) =>
  renderWithProviders(
    <>
      <ChecklistSection ticketId={ticketId} isSolved={isSolved} failedIn={failedIn} />
      <Address />
    </>,
  );
const section = () => screen.findByRole('region', { name: 'Checklist' });
const startButton = () => screen.queryByRole('button', { name: 'Start checklist' });

it('starts a checklist for the ticket, and leads to it', async () => {
  const bodies: unknown[] = [];
  api.use(
    http.post(`*/api/tickets/${ticketId}/checklist-runs`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(opening, { status: 201 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Start checklist' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Start checklist' }));
  await user.click(dialog.getByRole('combobox', { name: 'Checklist' }));
  await user.click(await screen.findByRole('option', { name: 'Opening check' }));
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  await waitFor(() =>
    expect(screen.getByLabelText('address')).toHaveTextContent(`/checklists?run=${opening.id}`),
  );
  expect(bodies).toEqual([{ checklistId: 'opening' }]);
});

it('says how far one is, and starts no second one', async () => {
  api.use(returns('/api/checklist-runs', [{ ...opening, answers: [failedAnswer('Floor')] }]));
  open();
  expect(await section()).toHaveTextContent('Opening check 1 of 2, 1 failed');
  expect(screen.getByRole('link', { name: 'Opening check' })).toHaveAttribute(
    'href',
    `/checklists?run=${opening.id}`,
  );
  expect(startButton()).not.toBeInTheDocument();
});

it('is not there for a completed ticket without one, nor where there is none to start', async () => {
  const { unmount } = open(true);
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
  unmount();
  let asked = 0;
  api.use(
    http.get('*/api/checklists', () => {
      asked += 1;
      return HttpResponse.json([]);
    }),
  );
  open();
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

it('leads from a ticket to the checklist in which it failed', async () => {
  open(true, 'run');
  expect(await screen.findByRole('link', { name: 'It failed in a checklist' })).toHaveAttribute(
    'href',
    '/checklists?run=run',
  );
});
