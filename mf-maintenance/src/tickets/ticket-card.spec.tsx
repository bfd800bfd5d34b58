import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ticket } from '../../test/fixtures.ts';
import { TicketCard } from './ticket-card.tsx';
import { type Ticket } from './tickets.queries.ts';

const dana = { id: '01890000-0000-7000-8000-00000000000d', firstName: 'Dana', lastName: 'Whitfield' };
const nothing = () => undefined;
const show = (given: Partial<Ticket>) =>
  renderWithProviders(<TicketCard ticket={ticket('Leak', given)} onOpen={nothing} onAssign={nothing} />);

it("shows the assignee's initials, with the full name for screen readers", () => {
  show({ assignee: dana, assignedTo: dana.id });
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

it.each(['It hums.', 'Leak'])('opens once when it is clicked on %s', async (text) => {
  const onOpen = jest.fn();
  const leak = ticket('Leak');
  const { user } = renderWithProviders(<TicketCard ticket={leak} onOpen={onOpen} onAssign={nothing} />);
  await user.click(screen.getByText(text));
  expect(onOpen.mock.calls).toEqual([[leak]]);
});

it('has its title in an element that can be dragged in every browser', () => {
  show({});
  expect(screen.getByRole('button', { name: 'Leak' })).not.toBe(screen.getByText('Leak'));
});
