import { expect } from '@playwright/test';
import { z } from 'zod';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { PHOTO, test } from './temporary-store.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test('walks a store on a phone: nothing is lost without a network, and what fails is a ticket', async ({
  page,
  store,
  context,
}) => {
  const step = (text: string, more: object = {}) => ({ text, kind: 'pass_fail', ...more });
  const name = `Walk of ${store.name}`;
  const added = await store.api.post('/api/checklists', {
    data: {
      name,
      steps: [
        step(`${store.name}: floor`, { onFail: 'ticket', photo: 'on_fail' }),
        step('Cooler', { kind: 'number', unit: '°F', min: 33, max: 40 }),
        step('Alarm is off', { kind: 'check' }),
      ],
    },
  });
  const checklist = z.object({ id: z.string() }).parse(await added.json());
  await signIn(page, 'manager', '/checklists');
  const start = page.getByRole('button', { name: 'Start checklist' });
  await expect(start).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessibleInBothThemes(page, 'the checklists to do');
  await start.tap();
  const dialog = page.getByRole('dialog', { name: 'Start checklist' });
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).tap();
    await page.getByRole('option', { name: option, exact: true }).tap();
  };
  await choose('Checklist', name);
  await choose('Location', store.name);
  await dialog.getByRole('button', { name: 'Start', exact: true }).tap();
  await expect(page).toHaveURL(/\/checklists\?run=/);
  const address = page.url();

  // Answers that are given without a network are there after a reload, and are sent once there is one.
  const row = (text: string) => page.getByRole('listitem', { name: text });
  const pressed = (text: string, button: string) =>
    row(text).getByRole('button', { name: button, exact: true, pressed: true });
  await context.setOffline(true);
  await row(`${store.name}: floor`).getByRole('button', { name: 'Fail' }).tap();
  await row('Alarm is off').getByRole('button', { name: 'Check', exact: true }).tap();
  await expect(page.getByRole('status').filter({ hasText: '2 of 3, 1 failed' })).toBeVisible();
  await context.setOffline(false);
  await page.goto(address);
  await expect(pressed(`${store.name}: floor`, 'Fail')).toBeVisible();
  await expect(pressed('Alarm is off', 'Check')).toBeVisible();

  await row('Cooler').getByRole('textbox', { name: 'Cooler' }).fill('37.5');
  await page.getByRole('button', { name: 'Finish' }).tap();
  await expect(page.getByRole('alert').filter({ hasText: `${store.name}: floor` })).toBeVisible();
  await row(`${store.name}: floor`)
    .getByLabel('Add photo')
    .setInputFiles({ name: 'floor.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(row(`${store.name}: floor`).getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a checklist that is worked through');
  for (const button of await page.getByRole('list', { name }).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);

  await page.getByRole('button', { name: 'Finish' }).tap();
  const followUps = page.getByRole('region', { name: 'Tickets of what failed' });
  await followUps.getByRole('link', { name: `${store.name}: floor` }).tap();
  await expect(page.getByRole('dialog', { name: `${store.name}: floor` })).toContainText(name);
  // It cannot be deleted while its run is there.
  await store.api.patch(`/api/checklists/${checklist.id}`, { data: { active: false } });
});
