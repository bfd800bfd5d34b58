import { expect, it } from '@jest/globals';
import { foldLines, type TicketEvent } from './fold-lines.ts';

const start = Date.parse('2026-03-05T15:00:00.000Z');
let count = 0;

/** Seconds after the start; `field from>to` for each change, with an empty text for null. */
function changed(seconds: number, actorId: string | null, ...changes: string[]): TicketEvent {
  count += 1;
  return {
    kind: 'changed',
    id: `entry-${count}`,
    at: new Date(start + seconds * 1000).toISOString(),
    actorId,
    via: 'app',
    octets: 10,
    changes: changes.map((change) => {
      const [, field = '', from = '', to = ''] = /^(\w+) (.*)>(.*)$/.exec(change) ?? [];
      if (field !== 'status' && field !== 'title' && field !== 'notes') throw new Error(change);
      return { field, from: from === '' ? null : from, to: to === '' ? null : to };
    }),
  };
}
const other = (
  kind: 'created' | 'commented' | 'attached' | 'detached',
  seconds: number,
  actorId: string,
): TicketEvent => {
  count += 1;
  const happened = {
    id: `entry-${count}`,
    at: new Date(start + seconds * 1000).toISOString(),
    actorId,
    via: 'app' as const,
    octets: 0,
  };
  if (kind === 'created') return { ...happened, kind };
  if (kind === 'commented') return { ...happened, kind, commentId: 'comment' };
  return { ...happened, kind, file: { id: 'file', fileName: 'a.txt', fileType: null, fileSize: 1 } };
};

/** Each line as its kind, or as its changes in the form above. */
const linesOf = (events: readonly TicketEvent[]): string[] =>
  foldLines(events).map(({ event, changes }) =>
    event.kind === 'changed'
      ? changes.map(({ field, from, to }) => `${field} ${from ?? ''}>${to ?? ''}`).join(', ')
      : event.kind,
  );

it.each<[string, TicketEvent[], string[]]>([
  [
    'makes one line of the changes of one person, from the first value of each field to the last',
    [
      changed(0, 'dana', 'status incoming>in_progress'),
      changed(5, 'dana', 'title Oven>Oven 2', 'notes >Call'),
      changed(20, 'dana', 'status in_progress>solved', 'title Oven 2>Oven 3'),
    ],
    ['status incoming>solved, title Oven>Oven 3, notes >Call'],
  ],
  [
    'folds within 60 seconds after the first of them, not after the last',
    [
      changed(0, 'dana', 'title a>b'),
      changed(40, 'dana', 'title b>c'),
      changed(60, 'dana', 'title c>d'),
      changed(60.001, 'dana', 'title d>e'),
      changed(100, 'dana', 'title e>f'),
    ],
    ['title a>d', 'title d>f'],
  ],
  ...(['commented', 'attached', 'detached'] as const).map((kind): [string, TicketEvent[], string[]] => [
    `ends a line at one of the kind ${kind}`,
    [changed(0, 'dana', 'title a>b'), other(kind, 1, 'dana'), changed(2, 'dana', 'title b>c')],
    ['title a>b', kind, 'title b>c'],
  ]),
  [
    'ends a line at a change of somebody else',
    [changed(0, 'dana', 'title a>b'), changed(1, 'ada', 'title b>c'), changed(2, 'dana', 'title c>d')],
    ['title a>b', 'title b>c', 'title c>d'],
  ],
  [
    'does not fold into the creation',
    [other('created', 0, 'dana'), changed(1, 'dana', 'title a>b')],
    ['created', 'title a>b'],
  ],
  [
    'leaves out fields that ended where they began, and a line without fields',
    [
      changed(0, 'dana', 'title a>b', 'notes x>'),
      changed(1, 'dana', 'title b>a'),
      other('commented', 2, 'dana'),
      changed(3, 'dana', 'notes >x'),
      changed(4, 'dana', 'notes x>'),
    ],
    ['notes x>', 'commented'],
  ],
  [
    'does not fold changes of the system',
    [changed(0, null, 'title a>b'), changed(1, null, 'title b>c')],
    ['title a>b', 'title b>c'],
  ],
])('%s', (_name, events, lines) => {
  expect(linesOf(events)).toEqual(lines);
});

it('knows the first and the last entry of a line and of each field, and its size', () => {
  const events = [
    changed(0, 'dana', 'title a>b'),
    changed(1, 'dana', 'notes >x'),
    changed(2, 'dana', 'title b>c'),
  ];
  const [first, second, third] = events.map(({ id }) => id);
  expect(foldLines(events)).toMatchObject([
    {
      event: { id: first, at: new Date(start).toISOString() },
      lastId: third,
      octets: 30,
      changes: [
        { field: 'title', fromEntry: first, toEntry: third },
        { field: 'notes', fromEntry: second, toEntry: second },
      ],
    },
  ]);
});

it('does not fold what changed many tickets, nor its undo', () => {
  const events = [changed(0, 'dana', 'title a>b'), changed(1, 'dana', 'title b>a')];
  expect(linesOf(events.map((event) => ({ ...event, via: 'bulk' })))).toEqual(['title a>b', 'title b>a']);
});

it('leaves the events as they are', () => {
  const events = [changed(0, 'dana', 'title a>b'), changed(1, 'dana', 'title b>c')];
  const before = JSON.stringify(events);
  foldLines(events);
  expect(JSON.stringify(events)).toBe(before);
});
