import { describe, expect, it } from '@jest/globals';
import { affectedBy, pathOf } from './affected-queries.ts';

const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';

it.each([
  ['ticket', '/api/tickets'],
  ['recurring_task', '/api/recurring-tasks'],
  ['ticket_comment', '/api/ticket-comments'],
  ['inventory', '/api/inventories'],
  ['survey', '/api/surveys'],
  ['batch', '/api/batches'],
])('the plural of %s is at %s', (entity, path) => {
  expect(pathOf(entity)).toBe(path);
});

describe('a change affects', () => {
  const maintenance = { ticket_comment: ['/api/tickets'], location: ['/api/tickets'] };
  const affected = (entity: string, ticketId: string | null = null, id = A) =>
    affectedBy({ entity, id, ticketId }, [maintenance, { inbox: ['/api/inbox'] }]);

  it.each([
    ['lists of the entity, with any filter', ['/api/tickets', { status: 'incoming', limit: 50 }], true],
    ['the entity itself', ['/api/tickets', A], true],
    ['what is below it', ['/api/tickets', A, 'timeline', { limit: 1000 }], true],
    ['no other one', ['/api/tickets', B], false],
    ['nothing below another one', ['/api/tickets', B, 'timeline', { limit: 1000 }], false],
    ['what is below the plural without an id', ['/api/tickets/similar', { title: 'Fan' }], true],
    ['no other path', ['/api/recurring-tasks', {}], false],
    ['no path that only begins alike', ['/api/tickets-archive'], false],
    ['nothing that is no address', [7, '/api/tickets'], false],
  ])('%s', (_what, queryKey, isAffected) => {
    expect(affected('ticket', A)({ queryKey })).toBe(isAffected);
  });

  it.each([
    ['the lists of tickets', ['/api/tickets', {}], true],
    ['the ticket it belongs to', ['/api/tickets', B, 'timeline'], true],
    ['no other ticket', ['/api/tickets', A, 'timeline'], false],
    ['its own plural', ['/api/ticket-comments', A], true],
  ])('of a comment: %s', (_what, queryKey, isAffected) => {
    expect(affected('ticket_comment', B)({ queryKey })).toBe(isAffected);
  });

  it('of a place: every ticket, because it is not known which are there', () => {
    expect(affected('location')({ queryKey: ['/api/tickets', B] })).toBe(true);
  });

  it('of the inbox: all that is below the declared path', () => {
    const affects = affected('inbox');
    expect(affects({ queryKey: ['/api/inbox', { unread: true }] })).toBe(true);
    expect(affects({ queryKey: ['/api/inbox/summary'] })).toBe(true);
    expect(affects({ queryKey: ['/api/tickets', {}] })).toBe(false);
  });
});
