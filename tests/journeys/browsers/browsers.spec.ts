import { expect } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { password, people } from '../src/people.ts';
import { test } from '../src/temporary-store.ts';
import { type Engine, WIDTH } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Visitor } from './visitor.ts';
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
      await info.attach('what is seen', {
        body: Buffer.from(await engine.picture()),
        contentType: 'image/png',
      });
    });

    /** Signs in through the API and opens a page. */
    const signIn = async (path: string): Promise<void> => {
      await visitor.open('/config.json');
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

    test('asks for each list once, also for what the page asks for before React', async ({ store }) => {
      for (const path of [`/locations?q=${store.name}`, '/tickets', '/inbox']) {
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
      await store.api.put(`/api/locations/${store.id}/opening-hours`, {
        data: {
          hours: [{ weekday: 1, opens: '06:00', closes: '22:00' }],
          closures: [{ firstDay: '2099-12-25', lastDay: '2099-12-26', reason: null }],
        },
      });
      await signIn(`/locations?q=${store.name}`);
      await visitor.press('button', '^Edit');
      await visitor.press('[role=tab]', 'Opening hours');
      const closes = await visitor.box('input', 'Monday closes');
      const add = await visitor.box('button', 'Add hours on Monday');
      const day = await visitor.box('span', '^Monday$');
      expect.soft(add.x, '"+" is beside the hours').toBeGreaterThan(closes.x + closes.width);
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
      await engine.type('c');
      await visitor.fill('input', '^Title', store.name);
      await visitor.fill('textarea', '^Description', 'It is cold.');
      await visitor.fill('input', '^Location', store.name);
      await visitor.press('[role=option], .ant-select-item-option', store.name);
      await visitor.press('button', '^Create Ticket');
      await visitor.sees('Ticket created successfully');
      await visitor.fill('input[type=search]', '', store.name);
      await visitor.press('[data-card] a, [data-card] button', store.name);
      await visitor.box('[role=dialog] h1, [role=dialog] h2, dialog h2', store.name);
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

    test('an empty date and time looks empty', async ({ store }) => {
      const ticket = { title: store.name, description: 'It is cold.', ticketType: 'repair' };
      const id = await store.create('/api/tickets', ticket);
      await signIn(`/tickets?ticket=${id}`);
      await visitor.press('button', 'Pause clock');
      await visitor.box('input[type=datetime-local]');
      const opacity = await visitor.value(z.string(), () => {
        const field = document.querySelector('input[type=datetime-local]');
        return field === null ? '' : getComputedStyle(field, '::-webkit-datetime-edit').opacity;
      });
      expect(opacity).toBe(name === 'WebKit' ? '0' : '');
    });

    test('fits a phone', async () => {
      await engine.setWidth(PHONE);
      for (const [path, seen] of [
        ['/api/docs', 'OAS 3'],
        ['/admin/remotes', 'employees'],
      ] as const) {
        await signIn(path);
        await visitor.sees(seen);
        const over = await visitor.value(z.number(), () => document.documentElement.scrollWidth - innerWidth);
        expect.soft(over, path).toBe(0);
      }
      const badge = await visitor.box('[data-variant]', 'Live');
      expect(badge.height).toBeLessThan(30);
      await engine.setWidth(WIDTH);
    });

    test('had no errors', () => {
      expect(engine.errors()).toEqual([]);
    });
  });
