import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { signIn } from './people.ts';

const person = z.object({ firstName: z.string(), lastName: z.string() });
const ticket = z.object({ id: z.string(), title: z.string() });
const line = z.object({
  comment: z.object({ attachments: z.array(z.object({ fileName: z.string() })) }).optional(),
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
