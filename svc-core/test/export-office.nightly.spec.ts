import { expect, it } from '@jest/globals';
import { openInOffice } from '@mainstay/test-kit/office';
import { parse } from 'csv-parse/sync';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

/** What people write, and what a spreadsheet may take for something else. */
const texts = [
  'Crème brûlée 😀 – „Zoë“',
  'two "quotes", a comma; and a semicolon',
  'first line\nsecond line',
  '=HYPERLINK("http://example.com";"x")',
  '@SUM(1+1)',
  '-2+3',
  '+1+1 is two',
  '\t=1+1',
  "'quoted",
  '007',
  '1e5',
  '12345678901234567',
  '3/4',
  '2026-03-01',
  'TRUE',
];

const cellsOf = (csv: string): string[][] => parse(csv, { bom: true });
/** Spreadsheets take digits for a number: without zeros before it, and exact to 15 digits. */
const isSame = (shown: string, cell: string) =>
  shown === cell ||
  (/^-?\d[\d.e]*$/.test(cell) && Number(shown).toPrecision(15) === Number(cell).toPrecision(15));

it('LibreOffice shows each cell of each list as it is in the file, and computes none', async () => {
  for (const [at, text] of texts.entries()) {
    const vendorId = await core.insert('vendors', { name: `${text} ${at}`, phone: '+1 (207) 555-0101' });
    const equipmentId = await core.insert('equipment', {
      name: text,
      model: text,
      serial: `${text} ${at}`,
      notes: text,
      vendor_id: vendorId,
      replacement_cost: '1234.50',
    });
    const ticketId = await core.insert('tickets', {
      title: text,
      description: text,
      ticket_type: 'equipment',
      equipment_id: equipmentId,
      due_at: '2026-03-01T21:04:00Z',
    });
    await core.insert('ticket_costs', {
      ticket_id: ticketId,
      kind: 'parts',
      amount: '-12.50',
      description: text,
      invoice_number: text,
    });
    await core.createStore(text, { city: text, phone: '(207) 555-0101', zip_code: '01001' });
    await core.insert('recurring_tasks', { title: text, description: text });
  }
  const lists = ['tickets', 'locations', 'equipment', 'vendors', 'managers', 'recurring-tasks', 'costs'];
  const files = [];
  for (const list of lists) {
    const period = list === 'costs' ? '&from=2020-01-01&to=2030-01-01' : '';
    files.push((await core.as(core.admin).get(`/api/${list}?format=csv${period}`)).text);
  }
  const opened = await openInOffice(files);
  const compared = files.map((file, at) => {
    const shown = cellsOf(opened[at] ?? '');
    const cells = cellsOf(file);
    const differing = cells.flatMap((row, line) =>
      row.flatMap((cell, column) => {
        const found = shown[line]?.[column] ?? '';
        return isSame(found, cell) ? [] : [`${line}: ${cell} is ${found}`];
      }),
    );
    return [lists[at], shown.length === cells.length, cells.length > 1, differing];
  });
  expect(compared).toEqual(lists.map((list) => [list, true, true, []]));
}, 300_000);
