import { describe, expect, it } from '@jest/globals';
import { StreamableFile } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { csvFormat, csvOf, guarded, localTime, pageOrCsv, type Sheet, unguarded } from './csv.ts';
import { encodeCursor, type Page, pageQuery } from './page.ts';
import { beginRequestContext } from './request-context.ts';

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['--1', "'--1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\tOven', "'\tOven"],
    ['a;=1', "a;'=1"],
    ['a; "@b" ,\t-c', `a; "'@b" ,\t'-c`],
    ['a\n- b\r\n+c', "a\n'- b\r\n'+c"],
    ['＝1;＋2;－3;＠4', "'＝1;'＋2;'－3;'＠4"],
    ['Bob; +1 (207) 555-0114', "Bob; '+1 (207) 555-0114"],
    ['a = b; c-d, e@f', 'a = b; c-d, e@f'],
    ['+1 (207) 555-0114', '+1 (207) 555-0114'],
    ['(207) 555-0114', '(207) 555-0114'],
    ['+1 207 555 0114 ext', "'+1 207 555 0114 ext"],
    ['-12.50', '-12.50'],
    [-12.5, '-12.5'],
    ['a = b', 'a = b'],
    ["'quoted'", "'quoted'"],
    ["'=1", "''=1"],
    [null, ''],
    // A telephone number at the beginning of a line: with another separator, the cell goes on.
    ['+(1', "'+(1", true],
  ])('%j is written as %j', (cell, written, isFirst = false) => {
    expect(guarded(cell, isFirst)).toBe(written);
    expect(unguarded(written)).toBe(String(cell ?? ''));
  });

  it('begins no formula with any separator, and is read as it was', () => {
    const parts = Array.from('=+-@＝＠\t\r\n;, \u{A0}"\'a1(');
    for (let round = 0; round < 10_000; round += 1) {
      const cell = Array.from({ length: randomInt(10) }, () => parts[randomInt(parts.length)]).join('');
      const written = guarded(cell, true);
      expect([cell, unguarded(guarded(cell)), unguarded(written)]).toEqual([cell, cell, cell]);
      expect(written).not.toMatch(/(^|[;,\t\r\n])[\s"]*[=+\-@＝＋－＠]/);
    }
  });

  it('of 100,000 characters takes little time', () => {
    const startedAt = performance.now();
    for (const part of ['\t', "'", ' ', '"', ';=', " '=", `'"`])
      unguarded(guarded(part.repeat(100_000 / part.length)));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

it.each([
  ['2026-11-25T21:04:59.000Z', 'America/New_York', '2026-11-25 16:04'],
  ['2026-11-25T05:04:00.000Z', 'America/New_York', '2026-11-25 00:04'],
  ['2026-07-01T12:00:00.000Z', 'Europe/Berlin', '2026-07-01 14:00'],
  [null, 'Europe/Berlin', null],
])('%s in %s is %s', (instant, zone, written) => {
  expect(localTime(instant, zone)).toBe(written);
});

/** Runs work in a request of a person. */
async function as<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  await nextRound();
  beginRequestContext('request').userId = userId;
  return work();
}

describe('a list as a file', () => {
  const listing = z.strictObject({
    ...pageQuery(z.tuple([z.string()])),
    ...csvFormat,
    q: z.string().optional(),
  });
  const query = listing.parse({ format: 'csv', limit: '7', cursor: encodeCursor(['5']) });
  const sheet: Sheet<string> = {
    name: 'things',
    columns: { Thing: (thing) => thing, 'Its, size': (t) => (t === '+(1' ? t : t.length) },
  };
  const after = (index: number) => (index === -1 ? undefined : [String(index)]);
  /** Pages of these items, one on each, and the cursors that they were read at. */
  const pagesOf = (items: string[], total = items.length) => {
    const cursors: (readonly string[] | undefined)[] = [];
    const read = ({ cursor }: z.infer<typeof listing>): Promise<Page<string>> => {
      cursors.push(cursor);
      const at = cursor === undefined ? 0 : Number(cursor[0]) + 1;
      const next = at < items.length - 1 ? encodeCursor([String(at)]) : null;
      return Promise.resolve({ items: items.slice(at, at + 1), total, next });
    };
    return { cursors, read };
  };
  const fileOf = async (read: ReturnType<typeof pagesOf>['read']) => {
    const file = await pageOrCsv(sheet, listing, query, read);
    if (!(file instanceof StreamableFile)) throw new Error('not a file');
    return file;
  };

  it('has all rows, whatever page is asked for', async () => {
    const { cursors, read } = pagesOf(['one', 'a "b"', 'two\nlines', '=1', '+(1']);
    const file = await fileOf(read);
    expect(await text(file.getStream())).toBe(
      `Thing,"Its, size"\r\none,3\r\n"a ""b""",5\r\n"two\nlines",9\r\n'=1,2\r\n'+(1,+(1\r\n`,
    );
    expect(cursors).toEqual([-1, 0, 1, 2, 3].map(after));
    expect(file.getHeaders()).toMatchObject({
      type: 'text/csv; charset=utf-8',
      disposition: expect.stringMatching(/^attachment; filename="things-\d{4}-\d\d-\d\d\.csv"$/),
    });
  });

  it('of a few rows begins no formula either', async () => {
    const file = await as('Dee', () => csvOf(sheet, () => Promise.resolve(['=1', '+(1'])));
    expect(await text(file.getStream())).toBe(`Thing,"Its, size"\r\n'=1,2\r\n'+(1,+(1\r\n`);
  });

  it('begins with a byte order mark, and has its header without rows too', async () => {
    const bytes = (await fileOf(pagesOf([]).read)).getStream();
    expect(Buffer.concat(await bytes.toArray()).toString('latin1')).toBe('ï»¿Thing,"Its, size"\r\n');
  });

  it('reads no further than its client', async () => {
    const { cursors, read } = pagesOf(Array.from({ length: 1000 }, () => 'x'.repeat(100_000)));
    const stream = (await fileOf(read)).getStream();
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(cursors.length).toBeLessThan(4);
  });

  it('is refused for more than 100,000 rows', async () => {
    await fileOf(pagesOf(['x'], 100_000).read);
    await expect(fileOf(pagesOf(['x'], 100_001).read)).rejects.toMatchObject({
      status: 400,
      message: 'Narrow the filters: a file has at most 100,000 rows.',
    });
  });

  it('is begun twice at once by a person, also where one fails, ends or loses its client', async () => {
    const busy = {
      status: 429,
      message: 'You are exporting two lists already. Wait until one is complete, then try again.',
    };
    const { read } = pagesOf(['one', 'two']);
    const fileBy = (person: string) => as(person, () => fileOf(read));
    const [one, two] = [await fileBy('Ann'), await fileBy('Ann')];
    await expect(fileBy('Ann')).rejects.toMatchObject(busy);
    await expect(as('Ann', () => csvOf(sheet, () => Promise.resolve(['x'])))).rejects.toMatchObject(busy);
    await text((await fileBy('Bob')).getStream());
    const ended = once(one.getStream(), 'close');
    await text(one.getStream());
    await ended;
    await expect(as('Ann', () => fileOf(() => Promise.reject(new Error('no rows'))))).rejects.toThrow(
      'no rows',
    );
    const three = await fileBy('Ann');
    await expect(fileBy('Ann')).rejects.toMatchObject(busy);
    for (const file of [two, three]) {
      const left = once(file.getStream(), 'close');
      file.getStream().destroy();
      await left;
    }
    await Promise.all([fileBy('Ann'), fileBy('Ann')]);
  });

  it('and a search are read two at a time of a person; pages do not wait', async () => {
    let [now, most] = [0, 0];
    const { read: page } = pagesOf(['one', 'two', 'three']);
    const read: typeof page = async (asked) => {
      most = Math.max(most, (now += 1));
      await sleep(1);
      now -= 1;
      return page(asked);
    };
    const search = listing.parse({ q: 'x' });
    const work = [
      ...[1, 2].map(() => as('Cleo', async () => text((await fileOf(read)).getStream()))),
      ...[1, 2, 3, 4].map(() => as('Cleo', () => pageOrCsv(sheet, listing, search, read))),
    ];
    await Promise.all(work);
    expect(most).toBe(2);
    await Promise.all(
      [1, 2, 3].map(() => as('Cleo', () => pageOrCsv(sheet, listing, listing.parse({}), read))),
    );
    expect(most).toBe(3);
  });

  it('is a page without the format, and where there is no sheet', async () => {
    const page = { items: ['one'], total: 1, next: null };
    const { read } = pagesOf(['one']);
    expect(await pageOrCsv(sheet, listing, listing.parse({}), read)).toEqual(page);
    expect(await pageOrCsv(undefined, listing, listing.parse({}), read)).toEqual(page);
  });
});
