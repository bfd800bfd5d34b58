import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const src = join(import.meta.dirname, '..');

const statement = '\\b(?:INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE)\\s+(?:ONLY\\s+)?';
const method =
  '\\b(?:getRepository|InjectRepository|insert|update|upsert|save|create|remove|delete|softDelete|restore|recover|increment|decrement|into|from|insertEntity)';
const table = '"?core"?\\."?tickets"?(?![\\w])';
/** How a row of core.tickets can be written. */
const writes = [
  // In SQL, also where the table is named elsewhere in the file.
  new RegExp(`${statement}${table}`, 'i'),
  new RegExp(`^(?=[^]*${statement}\\$\\{)[^]*['"\`]${table}['"\`]`),
  // Through TypeORM: `within.update(Ticket, …)`, `insertEntity(within, Ticket, …)`, `new Ticket()` to be saved.
  new RegExp(`${method}\\((?:\\w+,\\s*)?Ticket\\b`),
  /\bnew Ticket\(/,
  /\.(?:save|remove|softRemove)\(\s*\w*[tT]icket\b/,
];
const isWriter = (text: string): boolean => writes.some((write) => write.test(text));

it('tickets.repository.ts alone writes rows of core.tickets', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/migrations/**', '**/*.spec.ts'] });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => isWriter(readFileSync(join(src, file), 'utf8')))).toEqual([
    'ticket-rows/tickets.repository.ts',
  ]);
});

it.each([
  ['sql`UPDATE core.tickets t SET updated_at = now()`', true],
  ['sql`INSERT INTO\n  core.tickets (title)`', true],
  ["run(sql`DELETE FROM ${table}`)\nconst tables = { a: 'core.tickets' }", true],
  ['within.update(Ticket, id, {})', true],
  ['within.createQueryBuilder().update(Ticket)', true],
  ['await within.save(lockedTicket)', true],
  ['insertEntity(within, Ticket, ticket)', true],
  ['on.createQueryBuilder(Ticket, "t").select("t.id")', false],
  ['sql`UPDATE core.ticket_stops SET ended_at = until FROM core.tickets t`', false],
  ['within.update(TicketStop, {}, {})', false],
])('a file with %j: %s', (text, expected) => {
  expect(isWriter(text)).toBe(expected);
});
