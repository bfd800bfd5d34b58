import { describe, expect, it } from '@jest/globals';
import { type BoardAddress, parametersOf, readAddress } from './board-address.ts';

const usual: BoardAddress = {
  ticket: undefined,
  tab: 'board',
  q: '',
  assignedTo: undefined,
  priority: undefined,
  due: undefined,
};

describe('the address of the board', () => {
  it.each([
    ['', usual],
    ['ticket=1', { ...usual, ticket: '1' }],
    ['tab=completed&q=oven+%26+door%3F', { ...usual, tab: 'completed' as const, q: 'oven & door?' }],
    ['assignedTo=me', { ...usual, assignedTo: 'me' as const }],
    [
      'ticket=1&tab=completed&q=%231042&assignedTo=none&priority=high&due=at_risk',
      {
        ticket: '1',
        tab: 'completed' as const,
        q: '#1042',
        assignedTo: 'none' as const,
        priority: 'high' as const,
        due: 'at_risk' as const,
      },
    ],
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
    '?due=none',
    '?other=1',
  ])('with %s is the usual one', (query) => {
    expect(readAddress(new URLSearchParams(query))).toEqual(usual);
  });
});
