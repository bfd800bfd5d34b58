import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { signIn } from './people.ts';

const person = z.object({ firstName: z.string(), lastName: z.string() });
const ticket = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  priority: z.string(),
  notes: z.string().nullable(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  location: z.object({ name: z.string() }),
  assignee: person.nullable(),
  commentCount: z.number(),
});
const line = z.object({
  at: z.string(),
  kind: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  comment: z
    .object({ body: z.string().nullable(), attachments: z.array(z.object({ fileName: z.string() })) })
    .optional(),
});
const inboxItem = z.object({ kind: z.string(), readAt: z.string().nullable(), actor: person.nullable() });
const attachment = z.object({ fileName: z.string(), thumbnailURL: z.string().nullable() });

async function read<Schema extends z.ZodType>(
  page: Page,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>[]> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return z.array(schema).parse(await response.json());
}

const timeline = (page: Page, { id }: z.infer<typeof ticket>): Promise<z.infer<typeof line>[]> =>
  read(page, `/api/tickets/${id}/timeline?limit=100`, line);

/** The demo ticket of a title. */
async function find(page: Page, title: string): Promise<z.infer<typeof ticket>> {
  const found = await read(page, `/api/tickets?q=${encodeURIComponent(title)}`, ticket);
  const [match] = found.filter((each) => each.title === title);
  if (!match) throw new Error(`there is no ticket ${title}`);
  return match;
}

test('the history of every ticket ends in the ticket as it is', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, 'admin');
  const tickets = await read(page, '/api/tickets?limit=100', ticket);
  expect(tickets.length).toBeGreaterThan(40);
  for (const now of tickets) {
    const lines = await timeline(page, now);
    expect(lines[0], now.title).toMatchObject({ kind: 'created', at: now.createdAt });
    const times = lines.map(({ at }) => at);
    expect(times, now.title).toEqual(times.toSorted());

    const replayed = new Map<string, string | null>();
    for (const { field, from, to } of lines.flatMap(({ changes }) => changes)) {
      if (replayed.has(field)) expect(from, `${now.title}: ${field}`).toBe(replayed.get(field));
      replayed.set(field, to);
    }
    const actual: Record<string, string | null> = {
      title: now.title,
      status: now.status,
      priority: now.priority,
      notes: now.notes,
      locationId: now.location.name,
      assignedTo: now.assignee && `${now.assignee.firstName} ${now.assignee.lastName}`,
    };
    for (const [field, value] of replayed) {
      if (field in actual) expect(value, `${now.title}: ${field}`).toBe(actual[field]);
    }
    const completion = lines.findLast(({ changes }) =>
      changes.some(({ field, to }) => field === 'status' && to === 'solved'),
    );
    if (completion && now.completedAt !== null) expect(completion.at, now.title).toBe(now.completedAt);
    const written = lines.filter(({ comment }) => comment && comment.body !== null);
    expect(written.length, now.title).toBe(now.commentCount);
  }
});

test('some demo tickets are late, some at risk, and some paused', async ({ page }) => {
  await signIn(page, 'admin');
  for (const due of ['overdue', 'at_risk', 'paused'])
    expect(await read(page, `/api/tickets?due=${due}`, ticket), due).not.toEqual([]);
});

test('photos of the demo data have thumbnails, in tickets and in comments', async ({ page }) => {
  await signIn(page, 'admin');
  const titles = {
    'Bread oven shows error E4': 'oven-e4.jpg',
    'Ceiling leak above the prep line': 'ceiling-tile.jpg',
    'Menu panel 3 stays dark': 'menu-panel.jpg',
    'Walk-in cooler reads 46 °F': 'cooler-thermometer.jpg',
    'Replace reach-in door gaskets': 'torn-gasket.jpg',
    'Tap at the prep sink drips': 'dripping-tap.jpg',
  };
  const ofComments = ['cooler-thermometer.jpg', 'torn-gasket.jpg', 'dripping-tap.jpg'];
  for (const [title, fileName] of Object.entries(titles)) {
    const about = await find(page, title);
    await expect(async () => {
      const [photo] = await read(page, `/api/tickets/${about.id}/attachments`, attachment);
      expect(photo).toMatchObject({ fileName });
      const picture = await page.request.get(photo?.thumbnailURL ?? '');
      expect(picture.headers()['content-type']).toBe('image/webp');
    }).toPass();
    const inComments = (await timeline(page, about)).flatMap(({ comment }) => comment?.attachments ?? []);
    expect(inComments.map((file) => file.fileName)).toEqual(ofComments.includes(fileName) ? [fileName] : []);
  }
});

test('the demo manager has an inbox with a past, of what others did', async ({ page }) => {
  await signIn(page, 'manager');
  const items = await read(page, '/api/inbox?limit=100', inboxItem);
  expect(items.length).toBeGreaterThan(20);
  expect([...new Set(items.map(({ kind }) => kind))]).toEqual(
    expect.arrayContaining(['mentioned', 'assigned', 'commented', 'status_changed', 'reported']),
  );
  expect(items.filter(({ readAt }) => readAt !== null).length).toBeGreaterThan(15);
  for (const { actor } of items) expect(actor?.firstName).not.toBe('Marcus');
});

test('a district manager does not see in a history from where a ticket came', async ({ page }) => {
  await signIn(page, 'manager2');
  const lines = await timeline(page, await find(page, 'Parking lot light out'));
  expect(lines.flatMap(({ changes }) => changes)).toEqual([
    { field: 'locationId', from: 'another location', to: 'Union Station' },
  ]);
});
