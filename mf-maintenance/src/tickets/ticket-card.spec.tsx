import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { ticket } from '../../test/fixtures.ts';
import { TicketCard } from './ticket-card.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const dana = { id: '01890000-0000-7000-8000-00000000000d', firstName: 'Dana', lastName: 'Whitfield' };
const nothing = () => undefined;
const show = (given: Partial<Ticket>) =>
  renderWithProviders(<TicketCard ticket={ticket('Leak', given)} onOpen={nothing} onAssign={nothing} />);

it("shows the assignee's initials, with the full name for screen readers", () => {
  show({ assignee: { ...dana, canOpen: true }, assignedTo: dana.id });
  expect(screen.getByRole('button', { name: 'Assignee: Dana Whitfield' })).toHaveTextContent('DW');
});

it.each([
  [1, '1', '1 comment'],
  [1200, '1,200', '1,200 comments'],
])('shows the number of comments: %s', (commentCount, text, name) => {
  show({ commentCount });
  expect(screen.getByRole('img', { name })).toHaveTextContent(text);
});

it('marks a ticket that was reported by QR code', () => {
  show({ via: 'qr' });
  expect(screen.getByRole('img', { name: 'Reported by QR code' })).toBeVisible();
});

it('has badges of a repeat and of costs that need approval', () => {
  show({ repeatOf: { id: dana.id, number: 1012 }, approval: 'needed' });
  for (const words of ['Repeat', 'Needs approval']) expect(screen.getByText(words)).toBeVisible();
});

it.each([
  ['sent', null, 'Sent to vendor'],
  ['accepted', null, 'Vendor accepted'],
  ['accepted', '2026-03-05T14:00:00.000Z', 'Visit Mar 5, 2026'],
  ['done', '2026-03-05T14:00:00.000Z', 'Vendor done'],
] as const)('says how far the vendor is: %s, visit %s', (state, visitAt, words) => {
  show({ vendorJob: { id: dana.id, state, visitAt } });
  expect(screen.getByText(words)).toBeVisible();
});

it.each(['It hums.', 'Leak'])('opens once when it is clicked on %s', async (text) => {
  const onOpen = jest.fn();
  const leak = ticket('Leak');
  const { user } = renderWithProviders(<TicketCard ticket={leak} onOpen={onOpen} onAssign={nothing} />);
  await user.click(screen.getByText(text));
  expect(onOpen.mock.calls).toEqual([[leak]]);
});

it('is a link that Space opens too; what opens a tab is left to the browser, and not dragged alone', async () => {
  const onOpen = jest.fn();
  const leak = ticket('Leak');
  const { user } = renderWithProviders(<TicketCard ticket={leak} onOpen={onOpen} onAssign={nothing} />);
  const link = screen.getByRole('link', { name: 'Leak' });
  expect(link).toHaveAttribute('href', `/tickets?ticket=${leak.id}`);
  expect(link).toHaveAttribute('draggable', 'false');
  // This browser opens no tabs.
  const stop = (event: Event) => event.preventDefault();
  document.addEventListener('click', stop);
  fireEvent.click(link, { ctrlKey: true });
  fireEvent.click(link, { metaKey: true });
  document.removeEventListener('click', stop);
  expect(onOpen).not.toHaveBeenCalled();
  act(() => link.focus());
  await user.keyboard(' ');
  expect(onOpen.mock.calls).toEqual([[leak]]);
});
