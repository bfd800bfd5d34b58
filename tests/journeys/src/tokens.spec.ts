import { expect, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn, watchConsole } from './people.ts';

test('a manager makes a token for a script, and an administrator revokes it', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const name = `Alarms ${Date.now()}`;
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'manager');
  await page.getByRole('button', { name: 'Profile' }).click();
  const section = page.getByRole('region', { name: 'API tokens' });
  await section.getByRole('button', { name: 'New token' }).click();
  await section.getByLabel('Name').fill(name);
  await section.getByText('30 days').click();
  await expectAccessibleInBothThemes(page, 'New token');
  await section.getByRole('button', { name: 'Create token' }).click();
  const secret = section.getByLabel(`Token “${name}”`);
  await expect(secret).toHaveValue(/^mainstay_/);
  await expectAccessibleInBothThemes(page, 'The secret of a token');
  const token = await secret.inputValue();
  const script = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  const statusOf = async () => (await script.request.get('/api/user')).status();
  expect(await statusOf()).toBe(200);
  await section.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByRole('listitem').filter({ hasText: name })).toContainText('Read-only');
  await expect(page.getByText(token)).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, 'admin', '/managers');
  const row = page.getByRole('row').filter({ hasText: 'manager@example.com' });
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Employee' });
  const item = edit.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText('last used');
  await expectAccessibleInBothThemes(page, 'The tokens of an employee');
  await item.getByRole('button', { name: `Revoke ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Revoke API Token' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(item).toHaveCount(0);
  expect(await statusOf()).toBe(401);
  expect(complaints).toEqual([]);
});
