import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** Equipment of the store with a ticket that cost 2,800.00. @returns its id and that of the ticket */
async function createFryer(store: TemporaryStore): Promise<{ id: string; ticketId: string }> {
  const id = await store.create('/api/equipment', { name: 'Fryer 2', category: 'cooking' });
  const ticketId = await store.create('/api/tickets', {
    title: `Cold oil at ${store.name}`,
    equipmentId: id,
    description: 'It stays cold.',
    ticketType: 'equipment',
  });
  const cost = await store.api.post(`/api/tickets/${ticketId}/costs`, {
    data: { kind: 'parts', amount: '2800', description: 'Heating element' },
  });
  expect(cost.status()).toBe(201);
  return { id, ticketId };
}

const record = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('an administrator opens a record by its address, and edits warranty and replacement cost by keyboard alone', async ({
  page,
  store,
}) => {
  const { id, ticketId } = await createFryer(store);
  await signIn(page, 'admin', `/equipment?item=${id}`);
  const dialog = record(page, 'Fryer 2');
  await expect(dialog.getByRole('region', { name: 'Summary' })).toContainText('Total cost$2,800.00');
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);

  await tabTo(page, dialog.getByRole('button', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit equipment' });
  await expect(edit.getByLabel('Name')).toBeFocused();
  await tabTo(page, edit.getByLabel('Replacement cost'));
  await page.keyboard.type('4200');
  await tabTo(page, edit.getByLabel('Warranty until'));
  await page.keyboard.type('03052099');
  await tabTo(page, edit.getByRole('button', { name: 'Save Changes' }));
  await page.keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await expect(dialog.getByText('Under warranty until Mar 5, 2099')).toBeVisible();
  await expect(
    dialog.getByRole('progressbar', { name: '67% of the replacement cost of $4,200.00' }),
  ).toBeVisible();

  await dialog.getByRole('tab', { name: 'Details' }).focus();
  for (const tab of ['history', 'costs']) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/equipment?item=${id}&tab=${tab}`);
  }
  await dialog.getByRole('link', { name: `Cold oil at ${store.name}` }).press('Enter');
  await expect(page).toHaveURL(`/tickets?ticket=${ticketId}`);
  await page.goBack();
  await expect(dialog.getByRole('table')).toContainText('Total$2,800.00');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/equipment');
});

test('no part of a record has an axe violation, also on a small screen', async ({ page, store }) => {
  test.slow();
  const { id } = await createFryer(store);
  const cost = { replacementCost: '2000', warrantyUntil: '2099-03-05', notes: 'n'.repeat(200) };
  await store.api.patch(`/api/equipment/${id}`, { data: cost });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'admin');
  for (const tab of ['details', 'history', 'costs', 'stickers']) {
    await page.goto(`/equipment?item=${id}&tab=${tab}`);
    const dialog = record(page, 'Fryer 2');
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessibleInBothThemes(page, tab);
  }
  await page.goto(`/equipment?item=${id}`);
  await record(page, 'Fryer 2').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit equipment' }).getByLabel('Name')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'the form');
});
