import { expect } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { password, people } from '../src/people.ts';
import { test } from '../src/work-order.ts';
import { type Engine, WIDTH } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { boxSchema, Visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

const engines = { Firefox: startFirefox, WebKit: startWebKit };
const PHONE = 360;

for (const [name, start] of Object.entries(engines))
  test.describe(name, () => {
    let engine: Engine;
    let visitor: Visitor;
    let tabs: number;

    test.beforeAll(async ({ baseURL }) => {
      engine = await start();
      tabs = await engine.tabs();
      visitor = new Visitor(engine, baseURL ?? '');
    });
    test.afterAll(() => engine.close());
    test.afterEach(async () => {
      const info = test.info();
      if (info.status === info.expectedStatus) return;
      await writeFile(info.outputPath('seen.png'), await engine.picture());
    });

    /** Signs in through the API and opens a page. */
    const signIn = async (path: string): Promise<void> => {
      // A page of the app: the policy of a file without one refuses requests.
      await visitor.open('/auth');
      const status = await visitor.value(
        z.number(),
        async (body) => {
          const headers = { 'Content-Type': 'application/json' };
          return (await fetch('/api/login', { method: 'POST', headers, body })).status;
        },
        JSON.stringify({ email: people.admin, password }),
      );
      expect(status).toBe(200);
      await visitor.open(path);
    };

    const expectToFit = async (): Promise<void> => {
      const over = await visitor.value(z.number(), () => document.documentElement.scrollWidth - innerWidth);
      // Below 0 where a scrollbar has its own room.
      expect.soft(over).toBeLessThanOrEqual(0);
    };

    test('signs in with the form, sees the dashboard, and signs out', async () => {
      await visitor.open('/auth');
      await visitor.press('button', 'Sign in');
      await visitor.fill('input[type=email]', '', people.admin);
      await visitor.fill('input[type=password]', '', password);
      await visitor.press('button', '^Login');
      await visitor.box('h1', 'Dashboard');
      await visitor.press('button', 'Sign Out');
      await visitor.box('button', 'Sign in');
    });

    test('asks for each list once, also for what the page asks for before React', async () => {
      for (const path of ['/locations', '/tickets', '/inbox']) {
        await signIn(path);
        await visitor.box('h1');
        await visitor.until(z.literal(true), () => document.querySelector('[aria-busy=true]') === null);
        const asked = await visitor.value(z.array(z.string()), () =>
          performance
            .getEntriesByType('resource')
            .map((entry) => entry.name)
            .filter((url) => url.includes('/api/') || url.endsWith('/config.json')),
        );
        expect(asked.length).toBeGreaterThan(2);
        expect.soft(asked.filter((url, at) => asked.indexOf(url) !== at)).toEqual([]);
      }
    });

    test('keeps nothing after signing out, though pages were left while they kept data', async () => {
      await signIn('/');
      for (const path of ['/tickets', '/locations', '/vendors', '/equipment', '/tickets']) {
        await visitor.open(path);
        await visitor.box('h1');
        // While it writes what it has read.
        await wait(1500);
      }
      await visitor.press('button', 'Sign Out');
      await visitor.box('button', 'Sign in');
      const kept = await visitor.value(
        z.union([z.number(), z.string()]),
        () =>
          new Promise((resolve) => {
            setTimeout(() => resolve('the database does not respond'), 5000);
            const opening = indexedDB.open('mainstay');
            opening.onsuccess = () => {
              const [table] = opening.result.objectStoreNames;
              const counting = table && opening.result.transaction(table).objectStore(table).count();
              if (counting) counting.onsuccess = () => resolve(counting.result);
              else resolve(0);
            };
          }),
      );
      expect(kept).toBe(0);
    });

    test('shows opening hours in lines, and dates in full', async ({ store }) => {
      const put = await store.api.put(`/api/locations/${store.id}/hours`, {
        data: {
          hours: [{ weekday: 1, opens: '06:00', closes: '22:00' }],
          closures: [{ firstDay: '2099-12-25', lastDay: '2099-12-26', reason: null }],
        },
      });
      expect(put.status()).toBe(200);
      await signIn('/locations');
      await visitor.fill('input[type=search]', '', store.name);
      await visitor.press('button', `^${store.name}`);
      await visitor.press('[role=dialog] button', '^Edit');
      await visitor.press('[role=tab]', 'Opening hours');
      const closes = await visitor.box('input', 'Monday closes');
      const add = await visitor.box('button', 'Add hours on Monday');
      expect.soft(add.x, '"+" is beside the hours').toBeGreaterThan(closes.x + closes.width);
      const day = await visitor.value(boxSchema, () => {
        const group = document.querySelector('[role=group]:has([aria-label="Monday closes"])');
        const text = document.createRange();
        text.selectNodeContents(group?.querySelector('span') ?? document.body);
        return text.getBoundingClientRect().toJSON();
      });
      expect.soft(Math.abs(day.y + day.height / 2 - closes.y - closes.height / 2)).toBeLessThan(8);

      const [given, needed] = await visitor.value(z.tuple([z.number(), z.number()]), () => {
        const field = document.querySelector<HTMLInputElement>('input[type=date]');
        if (field === null) return [];
        const given = field.offsetWidth;
        field.style.cssText = 'flex: none; width: max-content';
        const needed = field.offsetWidth;
        field.style.cssText = '';
        return [given, needed];
      });
      expect.soft(given, 'the year is seen').toBeGreaterThanOrEqual(needed);
    });

    test('lifts a card without its text, between equal edges', async ({ store }) => {
      const ticket = { title: store.name, description: 'It is cold.', ticketType: 'repair' };
      await store.create('/api/tickets', ticket);
      await signIn(`/tickets?q=${store.name}`);
      const card = await visitor.box('[draggable=true]', store.name);
      const column = await visitor.box('section', '^To Acknowledge');
      const selects = await visitor.value(z.string(), () => {
        const dragged = document.querySelector('[draggable=true]');
        return dragged === null ? '' : getComputedStyle(dragged).getPropertyValue('-webkit-user-select');
      });
      expect.soft(selects).toBe('none');
      expect.soft(column.x + column.width - card.x - card.width).toBeCloseTo(card.x - column.x, 0);
    });

    test('creates a ticket by the key, and finds it', async ({ store }) => {
      await signIn('/tickets');
      await visitor.box('section', '^To Acknowledge');
      // The keys come after the screen.
      await expect(async () => {
        await engine.type('c');
        await wait(1000);
        const isOpen = () => document.querySelector('[role=dialog]') !== null;
        expect(await visitor.value(z.boolean(), isOpen)).toBe(true);
      }).toPass();
      await visitor.fill('input', '^Title', store.name);
      await visitor.fill('textarea', '^Description', 'It is cold.');
      await visitor.fill('input', '^Location', store.name);
      await visitor.press('[role=option], .ant-select-item-option', store.name);
      await visitor.press('button', '^Create Ticket');
      await visitor.sees('Ticket created successfully');
      await visitor.fill('input[type=search]', '', store.name);
      await visitor.press('[data-card] a, [data-card] button', store.name);
      await visitor.box('[role=dialog] *', `^${store.name}$`);
      await engine.press('Escape');
    });

    test('downloads a file, and leaves no tab', async ({ store }) => {
      const found: unknown = await (await store.api.get('/api/tickets?q=Walk-in cooler reads 46')).json();
      const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(found);
      await signIn(`/tickets?ticket=${id}`);
      await visitor.press('button', '^Download$');
      await visitor.until(z.literal(true), () =>
        performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/download')),
      );
      // As long as a tab took to come and go.
      await wait(1000);
      expect(await engine.tabs()).toBe(tabs);
    });

    if (name === 'WebKit')
      test('an empty date and time looks empty', async ({ store }) => {
        const ticket = { title: store.name, description: 'It is cold.', ticketType: 'repair' };
        const id = await store.create('/api/tickets', ticket);
        await signIn(`/tickets?ticket=${id}`);
        await visitor.press('button', 'Pause clock');
        await visitor.box('input[type=datetime-local]');
        // The page cannot read what the browser draws in a field: without its text, the field looks the same.
        await expect(async () => {
          const before = Buffer.from(await engine.picture());
          await visitor.value(z.unknown(), () =>
            document
              .querySelector('input[type=datetime-local]')
              ?.setAttribute('style', 'color: transparent; -webkit-text-fill-color: transparent'),
          );
          expect(before.equals(await engine.picture())).toBe(true);
          await visitor.value(z.unknown(), () =>
            document.querySelector('input[type=datetime-local]')?.removeAttribute('style'),
          );
        }).toPass({ timeout: 10_000 });
      });

    test('a vendor accepts a work order on a phone, asks for more and is done', async ({ order }) => {
      await engine.setWidth(PHONE);
      await visitor.open(await order.send());
      await visitor.fill('input', '^Your name', 'Lee');
      await visitor.press('button', '^Accept$');
      await visitor.box('button', '^Mark as done$');
      await visitor.fill('input', '^Amount', '940.00');
      await visitor.fill('textarea', '^What is it for', 'A new compressor');
      await visitor.press('button', '^Send a quote$');
      await visitor.sees('940.00 · Waiting for a decision');
      await visitor.fill('textarea', '^What was done', 'Compressor replaced.');
      await visitor.press('button', '^Mark as done$');
      await visitor.sees('Done. The team looks at it.');
      expect(await order.read()).toMatchObject({ state: 'done', quotes: [{ amount: '940.00' }] });
      await expectToFit();
      await engine.setWidth(WIDTH);
    });

    test('works through a checklist on a phone', async ({ store }) => {
      const steps = [
        { text: 'Floor is dry', kind: 'pass_fail' },
        { text: 'Cooler', kind: 'number', unit: '°F', min: 33, max: 40 },
      ];
      const added = await store.api.post('/api/checklists', { data: { name: store.name, steps } });
      const { id: checklistId } = z.object({ id: z.string() }).parse(await added.json());
      const run = await store.create('/api/checklist-runs', { checklistId });
      await engine.setWidth(PHONE);
      await signIn(`/checklists?run=${run}`);
      await visitor.press('button', '^Pass$');
      await visitor.fill('input[inputmode=decimal]', '', '37.5');
      await visitor.press('button', '^Finish$');
      await visitor.sees('Checklist finished');
      await expectToFit();
      await engine.setWidth(WIDTH);
      await store.api.patch(`/api/checklists/${checklistId}`, { data: { active: false } });
    });

    test('changes two tickets at once, and takes it back', async ({ store }) => {
      for (const title of ['Oven 1', 'Oven 2'])
        await store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });
      await signIn(`/tickets?q=${store.name}`);
      await visitor.press('button', '^Select$');
      await visitor.press('[data-card] a', 'Oven 1');
      await visitor.press('[data-card] a', 'Oven 2');
      await visitor.sees('2 selected');
      await visitor.press('[role=combobox]', '^Priority');
      await visitor.press('[role=option], .ant-select-item-option', '^High$');
      await visitor.sees('2 tickets changed');
      await visitor.press('button', '^Undo$');
      await visitor.sees('2 tickets restored');
    });

    test('fits a phone', async () => {
      await engine.setWidth(PHONE);
      for (const [path, seen] of [
        ['/api/docs', 'OAS 3'],
        ['/admin/remotes', 'employees'],
      ] as const) {
        await signIn(path);
        await visitor.sees(seen);
        await expectToFit();
      }
      const badge = await visitor.box('[data-variant]', 'Live');
      expect(badge.height).toBeLessThan(30);
      await engine.setWidth(WIDTH);
    });

    test('had no errors', () => {
      expect(engine.errors()).toEqual([]);
    });
  });
