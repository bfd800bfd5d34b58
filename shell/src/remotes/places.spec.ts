import { describe, expect, it } from '@jest/globals';
import { listed, screenAt, specified } from '../../test/shell-api.ts';
import { placesOf } from './places.ts';

const pathsOf = (...given: Parameters<typeof placesOf>) => placesOf(...given).map(({ path }) => path);

describe('the places of remotes', () => {
  it('are sorted by group, specified entries first, then by order, title and path', () => {
    const first = { order: 0, title: 'A' };
    const other = listed('other', {
      screens: [
        screenAt('/zz', { ...first, group: 'administration' }),
        screenAt('/yy', { ...first, group: 'insights' }),
        screenAt('/bb', first),
        screenAt('/aa', first),
        screenAt('/cc', { ...first, order: 1, title: '0' }),
      ],
    });
    expect(pathsOf({ remotes: [other, ...specified], disabled: [] })).toEqual([
      '/tickets',
      '/aa',
      '/bb',
      '/cc',
      '/yy',
      '/locations',
      '/managers',
      '/zz',
    ]);
  });

  it('are kept for a disabled remote, so that its screen can say so', () => {
    expect(pathsOf({ remotes: [], disabled: specified })).toEqual(['/tickets', '/locations', '/managers']);
  });

  it('belong to the live remote if two have the same path', () => {
    const [live, off] = ['live', 'off'].map((name) => listed(name, { screens: [screenAt('/inbox')] }));
    const disabled = off ? [off] : [];
    expect(placesOf({ remotes: live ? [live] : [], disabled })).toMatchObject([{ remote: 'live' }]);
  });

  it.each([1, null])('are those of the specification for contract %p', (contract) => {
    const names = ['employees', 'locations', 'maintenance', 'constructor', 'other'];
    const former = names.map((name) => listed(name, { contract }));
    expect(placesOf({ remotes: former, disabled: [] })).toEqual(
      placesOf({ remotes: specified, disabled: [] }),
    );
  });

  it('are those declared for a later contract, even if there are none', () => {
    expect(pathsOf({ remotes: [listed('maintenance', { contract: 2 })], disabled: [] })).toEqual([]);
    const later = listed('maintenance', { contract: 99, screens: [screenAt('/tickets')] });
    expect(pathsOf({ remotes: [later], disabled: [] })).toEqual(['/tickets']);
  });
});
