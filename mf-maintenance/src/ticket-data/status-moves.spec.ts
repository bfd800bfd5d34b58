import { type SearchedList } from '@mainstay/web-kit';
import { describe, expect, it } from '@jest/globals';
import { ticket } from '../../test/fixtures.ts';
import { withMoves, withoutOutdated } from './status-moves.ts';
import { type Ticket, type TicketStatus } from './tickets.queries.ts';

const [oldest, middle, newest] = [1, 2, 3].map((day) =>
  ticket(`Ticket ${day}`, { createdAt: `2026-03-0${day}T15:04:00.000Z` }),
) as [Ticket, Ticket, Ticket];

const listOf = (items: Ticket[], total = items.length): SearchedList<Ticket> => ({
  items,
  total,
  isAtLeast: false,
  isPending: false,
  isSearching: false,
  isFailed: false,
  retry: () => undefined,
  hasMore: false,
  isMoreFailed: false,
  loadMore: () => undefined,
});

/** What a list of 40 tickets, of which these are loaded, shows. */
function shown(items: Ticket[], status: TicketStatus, ...moves: [Ticket, TicketStatus][]) {
  const list = withMoves(
    listOf(items, 40),
    status,
    moves.map(([moved, to]) => ({ ticket: moved, to })),
  );
  return { titles: list.items.map(({ title }) => title), total: list.total };
}

describe('a list with tickets that are moving', () => {
  it('is the same without any, and where none of them is', () => {
    const list = listOf([newest]);
    expect(withMoves(list, 'incoming', [])).toBe(list);
    expect(withMoves(list, 'incoming', [{ ticket: oldest, to: 'solved' }])).toBe(list);
  });

  it('lacks those that leave it', () => {
    expect(shown([newest, oldest], 'incoming', [newest, 'in_progress'])).toEqual({
      titles: ['Ticket 1'],
      total: 39,
    });
  });

  it('has those that come, in the order of creation, with their new status', () => {
    expect(shown([newest, oldest], 'in_progress', [middle, 'in_progress'])).toEqual({
      titles: ['Ticket 3', 'Ticket 2', 'Ticket 1'],
      total: 41,
    });
    const { items, total } = withMoves(listOf([]), 'in_progress', [{ ticket: middle, to: 'in_progress' }]);
    expect(items).toMatchObject([{ id: middle.id, status: 'in_progress' }]);
    expect(total).toBe(1);
  });

  it('has a ticket once when the server has moved it too', () => {
    expect(shown([middle], 'in_progress', [middle, 'in_progress'])).toEqual({
      titles: ['Ticket 2'],
      total: 40,
    });
  });

  it('follows the last of several moves', () => {
    expect(shown([middle], 'incoming', [middle, 'in_progress'], [middle, 'incoming'])).toEqual({
      titles: ['Ticket 2'],
      total: 40,
    });
    expect(shown([], 'in_progress', [middle, 'in_progress'], [middle, 'solved'])).toEqual({
      titles: [],
      total: 40,
    });
  });

  it('keeps an unknown total unknown', () => {
    const list = { ...listOf([]), total: undefined };
    expect(withMoves(list, 'solved', [{ ticket: middle, to: 'solved' }]).total).toBeUndefined();
  });
});

describe('two lists of which one was read before a ticket moved', () => {
  const before = { ...middle, updatedAt: '2026-03-04T15:04:00.000Z' };
  const after = { ...middle, updatedAt: '2026-03-04T15:04:00.001Z' };

  it('have it once: where it is newer', () => {
    const [old, fresh] = [listOf([newest, before], 40), listOf([after, oldest])];
    expect(withoutOutdated(old, fresh)).toMatchObject({ items: [newest], total: 39 });
    expect(withoutOutdated(fresh, old)).toBe(fresh);
  });

  it('keep an unknown total unknown', () => {
    const old = { ...listOf([before]), total: undefined };
    expect(withoutOutdated(old, listOf([after]))).toMatchObject({ items: [], total: undefined });
  });
});
