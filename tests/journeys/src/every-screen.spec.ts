import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { settled, violationsInBothThemes } from './expect-accessible.ts';
import { layoutFaults, watchLayout } from './layout-faults.ts';
import { visitDialogs } from './openers.ts';
import { signIn } from './people.ts';

const registry = z.object({
  remotes: z.array(
    z.object({ screens: z.array(z.object({ path: z.string(), roles: z.array(z.string()) })) }),
  ),
});

/** The addresses of the dashboard and of all screens that a role has by their registration. */
async function screensOf(page: Page, role: string): Promise<string[]> {
  const { remotes } = registry.parse(await (await page.request.get('/remotes/registry.json')).json());
  const own = remotes.flatMap(({ screens }) => screens).filter(({ roles }) => roles.includes(role));
  return ['/', ...own.map(({ path }) => path)];
}

/** A window, and whether fingers press what is in it. */
interface View {
  width: number;
  height: number;
  isTouched: boolean;
}
const phone = { width: 360, height: 640, isTouched: true };
const tablet = { width: 1024, height: 768, isTouched: true };
const others: readonly View[] = [
  { width: 320, height: 568, isTouched: true },
  { width: 768, height: 1024, isTouched: true },
  { width: 1200, height: 800, isTouched: false },
  { width: 1920, height: 1080, isTouched: false },
  // 1280 by 800 px at 200 %.
  { width: 640, height: 400, isTouched: false },
];

interface Visit {
  role: string;
  views: readonly View[];
  /** How many dialogs are opened above each other. */
  depth: number;
  /** What axe checks. */
  axe: 'nothing' | 'screens' | 'everything';
}

/** What is wrong on the screens of a role and in their dialogs, in each of the views. */
async function faultsOf(page: Page, { role, depth, axe, ...visit }: Visit): Promise<string[]> {
  const found: string[] = [];
  let { views } = visit;
  const devtools = await page.context().newCDPSession(page);
  const show = async ({ isTouched, ...size }: View) => {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched });
    await page.setViewportSize(size);
    await settled(page);
  };
  const check = async (what: string, isForAxe: boolean) => {
    for (const view of views) {
      await show(view);
      const faults = await layoutFaults(page, view.isTouched);
      found.push(...faults.map((fault) => `${what}, ${view.width} px: ${fault}`));
    }
    // What is next is opened in the last one.
    views = views.toReversed();
    const violations = isForAxe ? await violationsInBothThemes(page) : [];
    found.push(...violations.map((violation) => `${what}: ${violation}`));
  };
  for (const path of await screensOf(page, role)) {
    for (const view of views.slice(0, 1)) await show(view);
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    // Nothing can be pressed in the picture before React.
    await expect(page.locator('[inert] main')).toHaveCount(0);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await settled(page);
    const shifts = await page.evaluate(() => window.shifts);
    found.push(...shifts.map((shift) => `${path}: ${shift}`));
    await check(path, axe !== 'nothing');
    await visitDialogs(page, path, (what) => check(what, axe === 'everything'), depth);
  }
  return found;
}

for (const [person, role, depth, axe] of [
  ['admin', 'admin', 1, 'screens'],
  // The dialogs of an administrator are these and more.
  ['manager', 'district_manager', 0, 'nothing'],
] as const) {
  const measured = 'names, targets, what is over each other, buttons, shifts, axe';
  test(`all screens of a ${person} on a phone and a tablet: ${measured}`, async ({ page }) => {
    test.setTimeout(240_000);
    await watchLayout(page);
    await signIn(page, person);
    expect(await faultsOf(page, { role, views: [phone, tablet], depth, axe })).toEqual([]);
  });

  for (const view of [phone, tablet, ...others])
    test(
      `all screens and dialogs of a ${person} at ${view.width} px: ${measured}`,
      { tag: '@nightly' },
      async ({ page }) => {
        test.setTimeout(600_000);
        await watchLayout(page);
        await signIn(page, person);
        expect(await faultsOf(page, { role, views: [view], depth: 2, axe: 'everything' })).toEqual([]);
      },
    );
}
