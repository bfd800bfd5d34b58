import { describe, expect, it } from '@jest/globals';
import { checkDeclaration, parseLive, parseScreens, type ScreenDeclaration } from './screens.ts';

const inbox: ScreenDeclaration = {
  path: '/inbox',
  title: 'Inbox',
  icon: 'inbox',
  roles: ['admin', 'district_manager'],
  group: 'main',
  order: 20,
};

const six = ['/aa', '/bb', '/cc', '/dd', '/ee', '/ff'] as const;

describe('a declaration', () => {
  it('can be empty, or have five screens, a header item and live paths', () => {
    expect(() => checkDeclaration({ name: 'inbox', screens: [] })).not.toThrow();
    expect(() =>
      checkDeclaration({
        name: 'inbox',
        screens: six.slice(1).map((path) => ({ ...inbox, path })),
        headerItem: true,
        live: { inbox_item: ['/api/inbox'] },
      }),
    ).not.toThrow();
  });

  it.each<[string, Partial<ScreenDeclaration>, RegExp]>([
    ['a path without a slash', { path: '/In box' }, /needs a path like \/tickets/],
    ['a path of two segments', { path: '/inbox/settings' }, /needs a path/],
    ['a path that is too long', { path: `/${'a'.repeat(32)}` }, /needs a path/],
    ['a reserved path', { path: '/admin' }, /\/admin that has a path that is reserved/],
    ['the path of the public pages', { path: '/r' }, /is reserved/],
    ['the path of the dashboard', { path: '/' }, /is reserved/],
    ['no title', { title: ' ' }, /needs a title of 1 to 40 characters/],
    ['a long title', { title: 'a'.repeat(41) }, /needs a title/],
    ['nobody to open it', { roles: [] }, /needs roles out of admin, district_manager/],
    ['an order below 0', { order: -1 }, /needs an order from 0 to 999/],
    ['an order above 999', { order: 1000 }, /needs an order/],
    ['half an order', { order: 0.5 }, /needs an order/],
    ['data of another origin', { data: ['//evil.example/api'] }, /needs data of at most 8 addresses/],
    ['too much data', { data: Array.from({ length: 9 }, () => '/api/tickets') }, /needs data/],
  ])('is refused with %s', (_what, change, sentence) => {
    expect(() => checkDeclaration({ name: 'inbox', screens: [{ ...inbox, ...change }] })).toThrow(sentence);
  });

  it.each([
    ['icon', 'unicorn', /needs an icon out of screen, bell/],
    ['group', 'footer', /needs a group out of main, insights, administration/],
    ['roles', ['guest'], /needs roles/],
  ])('is refused with an unknown %s, also without a type checker', (member, value, sentence) => {
    const screen = { ...inbox };
    Reflect.set(screen, member, value);
    expect(() => checkDeclaration({ name: 'inbox', screens: [screen] })).toThrow(sentence);
  });

  it.each([
    [
      'six screens',
      { screens: six.map((path) => ({ ...inbox, path })) },
      /declares 6 screens; 5 are allowed/,
    ],
    ['one path twice', { screens: [inbox, { ...inbox, title: 'Again' }] }, /one path twice/],
    ['an entity with a path in it', { live: { 'a/b': ['/api/tickets'] } }, /live entity "a\/b"/],
    ['an entity without paths', { live: { ticket: [] } }, /live paths of ticket/],
    ['live paths elsewhere', { live: { ticket: ['//evil.example/api'] } }, /live paths of ticket/],
  ])('is refused as a whole with %s', (_what, change, sentence) => {
    expect(() => checkDeclaration({ name: 'inbox', screens: [inbox], ...change })).toThrow(sentence);
  });
});

describe('the screens of a registry', () => {
  it('are read without members this version does not know', () => {
    expect(parseScreens([{ ...inbox, colour: 'red' }])).toEqual([inbox]);
  });

  it.each([
    ['an icon', { icon: 'hologram' }, { icon: 'screen' }],
    ['a group', { group: 'footer' }, { group: 'main' }],
    ['an order', { order: 'first' }, { order: 999 }],
    ['another role beside its own', { roles: ['admin', 'auditor'] }, { roles: ['admin'] }],
  ])('are shown all the same with %s of a newer version', (_what, change, read) => {
    expect(parseScreens([{ ...inbox, ...change }])).toEqual([{ ...inbox, ...read }]);
  });

  it.each([
    ['no object', 'inbox'],
    ['no path', { ...inbox, path: undefined }],
    ['a script for a path', { ...inbox, path: 'javascript:alert(1)' }],
    ['a reserved path', { ...inbox, path: '/admin' }],
    ['no title', { ...inbox, title: 7 }],
    ['no role that is known', { ...inbox, roles: ['auditor'] }],
    ['something else for roles', { ...inbox, roles: 'admin' }],
  ])('leave out the one with %s and keep the others', (_what, bad) => {
    const other = { ...inbox, path: '/outbox' };
    expect(parseScreens([bad, other])).toEqual([other]);
  });

  it('keep the data of a screen that are addresses of the API', () => {
    const data = ['/api/tickets?status=incoming&limit=50', 'https://evil.example/', '/api/../x', 7];
    expect(parseScreens([{ ...inbox, data }])).toEqual([{ ...inbox, data: data.slice(0, 1) }]);
  });

  it('are none when there is no list', () => {
    expect(parseScreens(undefined)).toEqual([]);
    expect(parseScreens({ 0: inbox })).toEqual([]);
  });
});

it('reads live paths, and of these API paths only', () => {
  const live = { ticket: ['/api/tickets', 'https://evil.example/'], 'a/b': ['/api/x'], task: '/api/tasks' };
  expect(parseLive(live)).toEqual({ ticket: ['/api/tickets'] });
  expect(parseLive('all')).toEqual({});
});
