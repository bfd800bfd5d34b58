import { afterEach, expect, it, jest } from '@jest/globals';
import { Ticket } from '../../ticket-rows/ticket.entity.ts';
import { SundayRule } from './sunday.rule.ts';

const change = (status: Ticket['status']) => ({
  before: Object.assign(new Ticket(), { status: 'incoming' }),
  after: { status },
});

afterEach(() => {
  jest.useRealTimers();
});

it('no ticket is solved on a Sunday', () => {
  jest.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z') });
  expect(() => new SundayRule().decide(change('solved'))).toThrow('No ticket is solved on a Sunday.');
  expect(() => new SundayRule().decide(change('in_progress'))).not.toThrow();
  jest.setSystemTime(new Date('2026-11-30T00:00:00Z'));
  expect(() => new SundayRule().decide(change('solved'))).not.toThrow();
});
