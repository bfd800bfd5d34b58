import { describe, expect, it } from '@jest/globals';
import { columnOf } from '../entities/response-columns.ts';
import { changesOf, type StateValue, type TextsByHash } from './ticket-changes.ts';
import { type ChangedField, changedFields } from './timeline.schemas.ts';

/** The MD5 of a, b and the empty text. */
const [a, b, empty] = [
  '0cc175b9c0f1b6a831c399e269772661',
  '92eb5ffee6ae2fec3ad71c777531578f',
  'd41d8cd98f00b204e9800998ecf8427e',
];
type State = Partial<Record<ChangedField, StateValue>>;
const compare = (before: State, after: State) => {
  const texts: TextsByHash = new Map();
  const columnsOf = (state: State) =>
    Object.fromEntries(
      changedFields.flatMap((field) => (field in state ? [[columnOf(field), state[field] ?? null]] : [])),
    );
  return { ...changesOf(columnsOf(before), columnsOf(after), texts), texts: Object.fromEntries(texts) };
};

describe('the changes between two states', () => {
  it('are those of the shown fields, in the order of a line', () => {
    const before = { status: 'incoming', title: 'x', locationId: '1', assignedTo: null };
    const after = { status: 'solved', title: 'y', locationId: '2', assignedTo: '3' };
    expect(compare(before, after).changes).toEqual([
      { field: 'title', from: 'x', to: 'y' },
      { field: 'locationId', from: '1', to: '2' },
      { field: 'assignedTo', from: null, to: '3' },
      { field: 'status', from: 'incoming', to: 'solved' },
    ]);
  });

  it('are none where nothing shown changed, or a field is missing in both', () => {
    expect(compare({ title: 'x', notes: null }, { title: 'x' })).toEqual({
      changes: [],
      octets: 0,
      texts: {},
    });
  });

  it('have hashes of descriptions and notes, the texts beside them, and their bytes', () => {
    expect(compare({ description: 'a', notes: null }, { description: 'b', notes: '' })).toEqual({
      changes: [
        { field: 'description', from: a, to: b },
        { field: 'notes', from: null, to: empty },
      ],
      octets: 2,
      texts: { [a]: 'a', [b]: 'b', [empty]: '' },
    });
    expect(compare({ notes: null }, { notes: '語' }).octets).toBe(3);
  });

  it('are the same whether a text is there or stands for itself as its hash', () => {
    const long = (hash: string | null) => ({ hash, octets: hash === null ? null : 5000 });
    expect(compare({ description: long(a) }, { description: long(a) }).changes).toEqual([]);
    expect(compare({ description: 'a' }, { description: long(a) }).changes).toEqual([]);
    expect(compare({ notes: null }, { notes: long(null) }).changes).toEqual([]);
    expect(compare({ description: long(a) }, { description: 'b' })).toEqual({
      changes: [{ field: 'description', from: a, to: b }],
      octets: 5001,
      texts: { [b]: 'b' },
    });
  });
});
