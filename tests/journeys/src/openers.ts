import { expect, type Page } from '@playwright/test';

/**
 * Finds what opens a dialog or a menu, in the topmost dialog or in the page: one of each kind. It runs in the page.
 * @param pressed the one to press
 */
function findOpeners(pressed: string | null): string[] {
  const { isShown, root } = window.layout;
  /** Of buttons that do not say that they open a dialog. */
  const WORDS = /^(Add cost|Edit|Remove Ticket|Set due date|Pause clock|Upload File)$/;
  const found = new Map<string, { name: string; element: HTMLElement }>();
  for (const element of root().querySelectorAll<HTMLElement>('[aria-haspopup], button')) {
    const opens = element.getAttribute('aria-haspopup');
    const words = element.ariaLabel ?? element.textContent.trim();
    // In the header of a phone some are in a menu of the browser, which are not shown.
    const isMenu = opens === 'menu' && isShown(element);
    const isDialog = opens === 'dialog' || (opens === null && WORDS.test(words) && !element.closest('form'));
    if (!isMenu && !isDialog) continue;
    // The header is that of the first screen.
    if (location.pathname !== '/' && element.closest('header') && root() === document.body) continue;
    // What opens a row has the name of the row.
    const isOfRow = element.closest('li, tr, [data-card]') && !element.ariaLabel && !WORDS.test(words);
    const kind = isOfRow ? element.className : words.split(' ').slice(0, 2).join(' ');
    const name = `${words.slice(0, 40)}${isMenu ? ' (menu)' : ''}`;
    if (!found.has(kind)) found.set(kind, { name, element });
  }
  const all = [...found.values()];
  if (pressed !== null) all.find(({ name }) => name === pressed)?.element.click();
  return all.map(({ name }) => name);
}

const shown = (page: Page) => page.locator('[role="dialog"]:visible, dialog[open]');
const items = (page: Page) => page.getByRole('menuitem').filter({ visible: true });
/** Items of menus that open a dialog; others act at once. */
const OPENS = /^(Add|Assign|Delete|Edit|Print a new|Remove)/;

/** The names of what can be opened, in menus too: `More (menu)`, `More (menu) > Edit`. */
async function openers(page: Page): Promise<string[][]> {
  const ways: string[][] = [];
  for (const key of await page.evaluate(findOpeners, null)) {
    if (!key.endsWith('(menu)')) {
      ways.push([key]);
      continue;
    }
    await press(page, key);
    await expect(items(page).first()).toBeVisible();
    const names = await items(page).allInnerTexts();
    ways.push(...names.filter((name) => OPENS.test(name)).map((name) => [key, name]));
    await page.keyboard.press('Escape');
    await expect(items(page)).toHaveCount(0);
  }
  return ways;
}

/** Presses what opens something, once it is there: lists are read again meanwhile. */
const press = (page: Page, key: string) =>
  expect(async () => expect(await page.evaluate(findOpeners, key)).toContain(key)).toPass({
    timeout: 15_000,
  });

/** Closes the topmost dialog, with what was typed. */
async function closeTopmost(page: Page): Promise<void> {
  const count = await shown(page).count();
  await shown(page).last().getByRole('button', { name: 'Close', exact: true }).first().press('Enter');
  await expect(shown(page)).toHaveCount(count - 1);
}

/**
 * Opens each dialog that can be opened from here, and those that can be opened from them.
 * @param visit called with each open one and how it was opened
 * @param depth how many may be above each other
 */
export async function visitDialogs(
  page: Page,
  where: string,
  visit: (what: string) => Promise<void>,
  depth: number,
): Promise<void> {
  if (depth === 0) return;
  const below = await shown(page).count();
  for (const [key = '', item] of await openers(page)) {
    const what = [where, key, item].filter(Boolean).join(' > ');
    await press(page, key);
    if (item !== undefined) await items(page).filter({ hasText: item }).first().click();
    await expect(shown(page), what).toHaveCount(below + 1);
    await expect(shown(page).last().locator('[aria-busy="true"]'), what).toHaveCount(0);
    await visit(what);
    await visitDialogs(page, what, visit, depth - 1);
    await closeTopmost(page);
  }
}
