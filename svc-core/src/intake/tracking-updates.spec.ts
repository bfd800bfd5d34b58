import { describe, expect, it } from '@jest/globals';
import type { StatusChange } from './tracking.repository.ts';
import { updatesOf } from './tracking-updates.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 5, 15) + seconds * 1000).toISOString();
const report = { reportedAt: at(0), description: 'Oil is cold.', commentId: null };
const dana = '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03';
const change = (
  seconds: number,
  from: StatusChange['from'],
  to: StatusChange['to'],
  actorId: string | null = dana,
): StatusChange => ({ id: `change-${seconds}`, at: at(seconds), actorId, from, to });

describe('the updates of a report', () => {
  it('are its text, states and texts, oldest first', () => {
    const changes = [change(10, 'incoming', 'in_progress'), change(100, 'in_progress', 'solved')];
    const texts = [
      { at: at(90), body: 'Thank you', isOwn: true },
      { at: at(50), body: 'A new fuse is on its way.', isOwn: false },
    ];
    expect(updatesOf(report, changes, texts)).toEqual([
      { at: at(0), body: 'Oil is cold.' },
      { at: at(10), state: 'working' },
      { at: at(50), body: 'A new fuse is on its way.' },
      { at: at(90), body: 'Thank you' },
      { at: at(100), state: 'fixed' },
    ]);
  });

  it('fold the changes of one person within a minute, and leave out those that come to nothing', () => {
    expect(
      updatesOf(
        report,
        [
          change(10, 'incoming', 'in_progress'),
          change(20, 'in_progress', 'solved'),
          change(200, 'solved', 'in_progress'),
          change(210, 'in_progress', 'solved'),
        ],
        [],
      ),
    ).toEqual([
      { at: at(0), body: 'Oil is cold.' },
      { at: at(10), state: 'fixed' },
    ]);
  });

  it('name nobody whom the team mentions', () => {
    const texts = [
      { at: at(3), body: `<@${dana}>`, isOwn: false },
      { at: at(2), body: `Please, <@${dana}> <@${dana}> look <@${dana}>`, isOwn: false },
      { at: at(1), body: `I wrote <@${dana}>`, isOwn: true },
    ];
    expect(updatesOf(report, [], texts).map(({ body }) => body)).toEqual([
      'Oil is cold.',
      `I wrote <@${dana}>`,
      'Please, look',
    ]);
  });

  it('of a report that joined another have its text once, as the comment that it is', () => {
    const joined = { ...report, commentId: 'c' };
    const texts = [{ at: at(0), body: 'Oil is cold.', isOwn: true }];
    expect(updatesOf(joined, [], texts)).toEqual([{ at: at(0), body: 'Oil is cold.' }]);
    expect(updatesOf(joined, [], [])).toEqual([]);
  });

  it('are the newest 200', () => {
    const texts = Array.from({ length: 201 }, (_, index) => ({
      at: at(index + 1),
      body: `${index}`,
      isOwn: true,
    }));
    const bodies = updatesOf(report, [], texts.toReversed()).map(({ body }) => body);
    expect([bodies.length, bodies.at(0), bodies.at(-1)]).toEqual([200, '1', '200']);
  });
});
