import { beforeAll, describe, expect, it } from '@jest/globals';
import { byName, folded } from '../../packages/web-kit/src/folded.ts';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { type Row, useCoreService } from './core-service.ts';

const core = useCoreService();

/** A name, and what is typed to find it. */
const found: readonly [name: string, typed: string][] = [
  ['Café\u00a0Old\u2009Port', 'Cafe Old Port'],
  ['Cafe\u0301 Nord', 'CAFÉ\u3000nord'],
  ['Große Straße', 'GROSSE STRASSE'],
  ['STRASSE', 'straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['İstanbul', 'istanbul'],
  ['ﬁlter Nº ５', 'filter no 5'],
  ['Domino\u2019s', "domino's"],
  ['O\u02bcNeill', 'oneill'],
  ['Walk\u2011in', 'walk-in'],
  ['Wal\u00admart \u200bNorth', 'walmart north'],
  ['2\u20133 ½ cup', '2-3 1⁄2'],
  ['Smørrebrød Łódź Æ', 'smorrebrod lodz ae'],
  ['a  b', 'A\tB'],
  ['「ｶﾞｽ」', 'ガス'],
  ['קָפֶה', 'קפה'],
  ['Ёлка', 'елка'],
  ['100% _\\ sure', '% _\\ s'],
];

describe('a search', () => {
  let store: string;
  beforeAll(async () => {
    store = await core.createStore('Pr\u00eat\u00a0\u00c0 Manger', { store_number: 'S\u2011\u00c97' });
    for (const [title] of found) await core.insert('tickets', { title, location_id: store });
  });
  const titlesOf = async (q: string, more = '') => {
    const query = `?q=${encodeURIComponent(q)}&locationId=${store}${more}`;
    const response = await core.as(core.admin).get(`/api/tickets${query}`).expect(200);
    return (response.body as TicketResponse[]).map(({ title }) => title);
  };

  it.each(found)('finds %j by %j, and so in the browser', async (name, typed) => {
    expect(await titlesOf(typed)).toContain(name);
    expect(folded(name)).toContain(folded(typed));
  });

  it('finds no other words', async () => {
    for (const typed of ['cafe old part', 'walkin', 'a_b', '1%e', '\\%'])
      expect(await titlesOf(typed)).toEqual([]);
  });

  it('finds the place by its name and number in the same way', async () => {
    expect(await titlesOf('pret a manger')).toHaveLength(found.length);
    for (const q of ['PRET A', 's-e7']) {
      const response = await core.as(core.admin).get(`/api/locations?q=${encodeURIComponent(q)}`);
      expect(response.body).toEqual([expect.objectContaining({ id: store })]);
    }
  });

  it('finds what is frequent in its order, each once, also past the tickets that are looked through first', async () => {
    await core.query(
      `INSERT INTO core.tickets (title, description, location_id, ticket_type, created_at)
       SELECT CASE n % 2 WHEN 0 THEN 'Gizmo' ELSE 'Other' END, 'x', $1, 'repair', now() - n * interval '1 minute'
       FROM generate_series(1, 6000) n`,
      [store],
    );
    const newest = await core.query<{ id: string }>(
      `SELECT id FROM core.tickets WHERE title = 'Gizmo' ORDER BY created_at DESC, id DESC`,
    );
    const list = '/api/tickets?q=zm&limit=700';
    // Not by `walk`: so many are not counted to their end.
    const idsOf = async (address: string) => {
      const listed: unknown[] = [];
      for await (const { body } of core.pages(core.admin, address))
        listed.push(...(body as Row[]).map(({ id }) => id));
      return listed;
    };
    const ids = newest.map(({ id }) => id);
    expect(await idsOf(list)).toEqual(ids);
    expect(await idsOf(`${list}&sort=createdAt`)).toEqual(ids.toReversed());
    expect((await core.as(core.admin).get(list)).headers['x-total-count']).toBe('1000');
  });

  it('compares each character as the browser does', async () => {
    const characters = Array.from({ length: 0x1ffff }, (_, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    // PostgreSQL may know an older Unicode.
    const rows = await core.query<{ character: string; folded: string }>(
      `SELECT character, core.folded(character) AS folded FROM unnest($1::text[]) AS character
       WHERE unicode_assigned(character)`,
      [characters],
    );
    expect(rows.length).toBeGreaterThan(90_000);
    const differing = rows.filter((row) => folded(row.folded) !== folded(row.character));
    expect(differing.map(({ character }) => character)).toEqual([]);
    // What the browser finds equal, the server does.
    const groups = Map.groupBy(rows, (row) => folded(row.character));
    const split = [...groups.values()].filter((group) => new Set(group.map((row) => row.folded)).size > 1);
    expect(split.map((group) => group.map(({ character }) => character).join(' '))).toEqual([]);
  });
});

it('the order of names is that of people, and of the browser; each comes once', async () => {
  const names = [
    'Zebra printer',
    'Fryer 10',
    'Éclair oven',
    'fryer 1',
    'Fryer 2',
    'Fryer 1',
    'eclair',
    'Ålesund',
    'Ωmega',
    'Fryer 002',
    'a-b',
    'ab',
    'A b',
    'résumé',
    'resume',
    'Résumé 2',
  ];
  const ids = [];
  for (const name of names) ids.push(await core.createStore(name));
  const manager = await core.createManager(...ids);
  const sorted = names.toSorted((a, b) => byName(a, b) || (a < b ? -1 : 1));
  for (const list of ['/api/locations?limit=3', '/api/locations'])
    expect((await core.walk(manager, list, 'name')).flat()).toEqual(sorted);
  const [id = ''] = ids;
  for (const name of names) await core.insert('equipment', { location_id: id, name });
  expect((await core.walk(manager, '/api/equipment?limit=3', 'name')).flat()).toEqual(sorted);
  const people: [firstName: string, lastName: string][] = [
    ['Zoe', 'smith'],
    ['Amy', 'Smith'],
    ['Bo', 'Émile'],
    ['Cy', 'Zeta'],
    ['Di', 'Person 10'],
    ['Ed', 'person 9'],
  ];
  for (const [firstName, lastName] of people)
    await core.createUser({ role: 'district_manager', firstName, lastName });
  const managers = (await core.walk(core.admin, '/api/managers?limit=2', 'firstName')).flat();
  expect(managers.filter((name) => people.some(([first]) => first === name))).toEqual([
    'Bo',
    'Ed',
    'Di',
    'Amy',
    'Zoe',
    'Cy',
  ]);
});
