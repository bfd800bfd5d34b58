import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessibleInBothThemes, expectReadable } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';

const QUESTIONS = [
  'What is late now?',
  'Where does it keep breaking?',
  'What does it cost?',
  'Are we getting faster?',
];

const card = (page: Page, question: string): Locator => page.getByRole('region', { name: question });

/** Waits for the four answers. */
async function expectAnswers(page: Page): Promise<void> {
  for (const question of QUESTIONS) await expect(card(page, question)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
}

test('an administrator reads four answers, changes the period by keyboard, and follows a figure to its tickets', async ({
  page,
}) => {
  await signIn(page, 'admin', '/reports');
  await expectAnswers(page);
  await expect(page.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
  await expect(card(page, 'What is late now?')).toContainText(/open/);
  await expectAccessibleInBothThemes(page, 'the reports');
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g), 'printed pages').toHaveLength(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectReadable(page, 'the reports on a phone');
  await page.setViewportSize({ width: 1280, height: 720 });

  await tabTo(page, page.getByRole('radio', { name: '90 days' }));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expectAnswers(page);

  await card(page, 'Where does it keep breaking?').getByRole('button', { name: 'Show table' }).press('Enter');
  const total = card(page, 'Where does it keep breaking?').getByRole('row', { name: /^Total/ });
  const figure = total.getByRole('link').first();
  const counted = await figure.innerText();
  await figure.click();
  const words = counted === '1' ? '1 ticket' : `${counted} tickets`;
  await expect(page.getByRole('heading', { level: 2, name: words, exact: true })).toBeVisible();
  await page.goBack();
  await expectAnswers(page);
});

test('a chart has whole names, and a portrait page whole tables', async ({ page }) => {
  const name = 'Northbound Wittenberg';
  await page.route('**/api/reports/overdue?*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/"label":"[^"]*"/, `"label":"${name}"`) });
  });
  await signIn(page, 'admin', '/reports');
  await expectAnswers(page);
  await page.addStyleTag({ content: '.recharts-cartesian-axis-tick-value { font-family: monospace }' });
  await page.setViewportSize({ width: 1200, height: 720 });
  const chart = card(page, 'What is late now?').locator('svg.recharts-surface');
  const drawn = chart.locator('.recharts-cartesian-axis-tick-value').first();
  await expect(async () => {
    expect((await drawn.locator('tspan').allTextContents()).join(' ')).toBe(name);
    const [ofName, ofChart] = [await drawn.boundingBox(), await chart.boundingBox()];
    expect(ofName?.x).toBeGreaterThanOrEqual(ofChart?.x ?? Number.NaN);
  }).toPass();

  // The width of portrait paper, which the half-size print has.
  await page.setViewportSize({ width: 740, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  // A real print has the chart as it was drawn; this one runs scripts, which draw it again by sizes that are zoomed.
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('[data-question] *:not(svg *)')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(740);
});

for (const person of ['admin', 'manager', 'manager2'] as const)
  test(
    `each number of the reports of ${person} is that of the list it leads to`,
    { tag: '@nightly' },
    async ({ page }) => {
      test.setTimeout(300_000);
      await signIn(page, person, '/reports');
      const lists = new Map<string, string>();
      for (const question of QUESTIONS) {
        await expectAnswers(page);
        const showTable = card(page, question).getByRole('button', { name: 'Show table' });
        if ((await showTable.count()) === 0) {
          await expect(card(page, question)).toContainText('Choose a longer period or another store.');
          continue;
        }
        await showTable.click();
        const divisions = card(page, question).getByRole('radiogroup').locator('label');
        for (const division of await divisions.all()) {
          await division.click();
          // Until then the table is that of the division before.
          await expect(division.getByRole('radio')).toBeChecked();
          await expectAnswers(page);
          const more = card(page, question).getByRole('button', { name: /^Show all/ });
          while ((await more.count()) > 0) await more.first().click();
          const links = await card(page, question)
            .getByRole('table')
            .getByRole('link', { name: /^[\d,]+$/ })
            .evaluateAll((found) => found.map((link) => [link.getAttribute('href') ?? '', link.textContent]));
          for (const [address = '', text = ''] of links) lists.set(address, text);
        }
      }
      expect(lists.size).toBeGreaterThan(30);
      for (const [address, text] of lists) {
        const { searchParams } = new URL(address, 'http://localhost');
        const response = await page.request.get(`/api/tickets?${searchParams}&limit=1`);
        expect(Number(response.headers()['x-total-count']), address).toBe(Number(text.replace(',', '')));
      }
    },
  );
