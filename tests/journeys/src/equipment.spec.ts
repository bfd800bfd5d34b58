import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn, watchConsole } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

const addEquipment = (store: TemporaryStore, name: string, category = 'cooking'): Promise<string> =>
  store.create('/api/equipment', { name, category });

/** Searches for the equipment of the store, until it is listed alone. */
async function search(page: Page, { name }: TemporaryStore): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    new RegExp(`^${name} `),
  ]);
}

/** Opens the screen with the equipment of the store alone. */
async function openStore(page: Page, person: 'admin' | 'manager', store: TemporaryStore): Promise<void> {
  await signIn(page, person, '/equipment');
  await search(page, store);
}

test('a district manager adds equipment by keyboard alone, and edits it', async ({ page, store }) => {
  await signIn(page, 'manager', '/equipment');
  await expect(page).toHaveTitle('Equipment · Mainstay');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Add Equipment' }).first());
  await page.keyboard.press('Enter');
  const add = page.getByRole('dialog', { name: 'Add Equipment' });
  await expect(add.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(`Fryer of ${store.name}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(store.name);
  await expect(page.getByRole('option', { name: store.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, add.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Cooking' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, add.getByRole('button', { name: 'Add Equipment' }));
  await page.keyboard.press('Enter');
  await expect(add).toBeHidden();

  await search(page, store);
  const added = row(page, `Fryer of ${store.name}`);
  await expect(added).toContainText('In service');
  await expect(added).toContainText('No open tickets');
  await expect(added).toContainText('No sticker');
  await added.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Equipment' });
  await edit.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Out of service' }).last().click();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(added).toContainText('Out of service');
});

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(
    `no state of the equipment has an axe violation at ${width} px, and the console stays silent`,
    { tag: '@nightly' },
    async ({ page, store }) => {
      test.slow();
      const complaints = watchConsole(page);
      await addEquipment(store, 'Fryer 1');
      const id = await addEquipment(
        store,
        'Walk-in cooler, the large one behind the kitchen',
        'refrigeration',
      );
      await store.create('/api/tickets', {
        title: `Warm at ${store.name}`,
        equipmentId: id,
        description: 'It is warm.',
        ticketType: 'equipment',
      });
      await page.setViewportSize({ width, height });
      await openStore(page, 'admin', store);
      await expect(row(page, 'Fryer 1')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the rows');
      await page.getByRole('searchbox').fill('nothing has this name');
      await expect(page.getByText('No equipment found')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'nothing found');
      await search(page, store);

      await page.getByRole('button', { name: 'Add Equipment' }).click();
      const add = page.getByRole('dialog', { name: 'Add Equipment' });
      await add.getByRole('button', { name: 'Add Equipment' }).click();
      await expect(add.getByText('Name is required')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the dialog with errors');
      await add.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('link', { name: '1 open ticket' }).click();
      await expect(page.getByRole('dialog').getByRole('link')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the history');
      for (const tab of ['Costs', 'Stickers', 'Details']) {
        await page.getByRole('dialog').getByRole('tab', { name: tab }).click();
        await expect(page.getByRole('dialog').getByRole('tabpanel', { name: tab })).toBeVisible();
        await expectAccessibleInBothThemes(page, tab);
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await row(page, 'Fryer 1').getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
      await expectAccessible(page, 'the menu of a row');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: `Print stickers of ${store.name}` }).click();
      await expect(page.getByRole('checkbox', { name: 'Fryer 1' })).toBeChecked();
      await expectAccessibleInBothThemes(page, 'choosing stickers');
      await page.getByRole('button', { name: 'Make 2 stickers' }).click();
      await expect(page.getByText('2 stickers on 1 page', { exact: true })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the stickers');
      await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }));
      await page.getByRole('button', { name: 'Print', exact: true }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByText('Did the stickers come out?')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the question after a print');
      await page.getByRole('button', { name: 'Yes, close' }).click();

      await page.getByRole('button', { name: `Print stickers of ${store.name}` }).click();
      await expect(page.getByRole('checkbox', { name: 'Fryer 1 has a sticker' })).toBeChecked();
      await page.getByRole('button', { name: 'Make 2 stickers' }).click();
      await expect(page.getByText('Replace 2 stickers?')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'the question before stickers are replaced');
      expect(complaints).toEqual([]);
    },
  );
}
