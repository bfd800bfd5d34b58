import { describe, expect, it } from '@jest/globals';
import { type BoardAddress, parametersOf, readAddress } from './board-address.ts';

const usual: BoardAddress = {
  ticket: undefined,
  tab: 'board',
  q: '',
  assignedTo: undefined,
  priority: undefined,
  due: undefined,
  approval: undefined,
  list: {},
};

const textOf = (name: string): [string, BoardAddress] => [`${name}=x`, { ...usual, list: { [name]: 'x' } }];

describe('the address of the board', () => {
  it.each([
    ['', usual],
    ['ticket=1', { ...usual, ticket: '1' }],
    ['tab=completed&q=oven+%26+door%3F', { ...usual, tab: 'completed' as const, q: 'oven & door?' }],
    ['assignedTo=me', { ...usual, assignedTo: 'me' as const }],
    [
      'ticket=1&tab=completed&q=%231042&assignedTo=none&priority=high&due=at_risk&approval=needed',
      {
        list: {},
        ticket: '1',
        tab: 'completed' as const,
        q: '#1042',
        assignedTo: 'none' as const,
        priority: 'high' as const,
        due: 'at_risk' as const,
        approval: 'needed' as const,
      },
    ],
    [
      'open=true&due=paused&approval=declined&category=hvac&repeat=true&hasCosts=true&responded=true',
      {
        ...usual,
        list: {
          open: 'true' as const,
          due: 'paused' as const,
          approval: 'declined' as const,
          category: 'hvac' as const,
          repeat: 'true' as const,
          hasCosts: 'true' as const,
          responded: 'true' as const,
        },
      },
    ],
    ...['createdFrom', 'createdTo', 'respondedFrom', 'respondedTo', 'completedFrom', 'completedTo'].map(
      textOf,
    ),
    ...['costFrom', 'costTo', 'costVendorId', 'locationId', 'equipmentId', 'vendorId'].map(textOf),
  ])('%s is read and written', (address, meaning) => {
    expect(readAddress(new URLSearchParams(address))).toEqual(meaning);
    expect(parametersOf(meaning).toString()).toBe(address);
  });

  it.each([
    '?tab=board',
    '?tab=all',
    '?ticket=',
    '?q=',
    '?assignedTo=somebody',
    '?priority=low',
    '?due=soon',
    '?approval=asked',
    '?category=cars',
    '?repeat=false',
    '?createdFrom=',
    '?other=1',
  ])('with %s is the usual one', (query) => {
    expect(readAddress(new URLSearchParams(query))).toEqual(usual);
  });

  it('has a chip in the place of another value of its parameter', () => {
    const list = { due: 'paused', repeat: 'true' } as const;
    expect(parametersOf({ ...usual, list, due: 'overdue' }).toString()).toBe('due=overdue&repeat=true');
  });
});
