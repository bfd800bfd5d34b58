import { expect } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { expectAccessible, expectReadable } from './expect-accessible.ts';
import { test } from './intake-api.ts';
import {
  choose,
  fillIn,
  phone,
  photos,
  send,
  sizeOf,
  storedPhotos,
  turnedPhoto,
  what,
} from './intake-form.ts';
import { tabTo } from './tab-to.ts';

test.use(phone);

test('a problem is reported with a photo and followed, by keyboard alone', async ({ page, sticker }) => {
  test.slow();
  /** What leaves the phone. */
  const uploads: Buffer[] = [];
  await page.route('**/api/attachments/objects/**', async (route) => {
    uploads.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
    await route.continue();
  });
  await page.goto(sticker.address);
  await expect(page.getByText('Fryer 2')).toBeVisible();
  await expect(page.getByText(sticker.place)).toBeVisible();
  await expectAccessible(page, 'the form');

  await tabTo(page, what(page));
  await page.keyboard.type('The oil does not get hot.');
  await tabTo(page, page.getByLabel('It does not work'));
  await page.keyboard.press('Space');
  await choose(page, [{ name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await tabTo(page, page.getByLabel('Your name'));
  await page.keyboard.type('Robin');
  await tabTo(page, send(page));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused();
  await expect(page.getByText('1 of 1 photos sent')).toBeVisible();
  await expectAccessible(page, 'the report has arrived');
  const ticket = await sticker.ticket();
  await expect(page.getByText(`#${ticket.number}`)).toBeVisible();
  expect(ticket).toMatchObject({
    title: 'Fryer 2: The oil does not get hot.',
    report: { reporterName: 'Robin', contact: null, urgency: 'high', count: 1 },
  });
  const [attachment, ...others] = await sticker.attachments(ticket.id);
  expect(others).toEqual([]);
  expect(attachment).toMatchObject({ fileName: 'photo-1.jpg', fileType: 'image/jpeg' });
  const [photo = Buffer.alloc(0)] = uploads;
  expect(photo.includes('Exif')).toBe(false);
  expect(photo.includes('40.7128N')).toBe(false);
  expect(sizeOf(photo)).toEqual({ width: 683, height: 2048 });

  await sticker.comment(ticket.id, 'Is the red light on?');
  await tabTo(page, page.getByRole('link', { name: 'Follow this report' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{26}$/);
  const tracking = page.url();
  await expect(page.getByText('Is the red light on?')).toBeVisible();
  await tabTo(page, page.getByLabel('Write a reply'));
  await page.keyboard.type('Yes, it is.');
  await tabTo(page, page.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your reply was sent.')).toBeVisible();
  await expect(page.getByLabel('Write a reply')).toHaveValue('');
  await expect(page.getByText('Yes, it is.')).toBeVisible();
  expect(await sticker.comments(ticket.id)).toContainEqual({
    body: 'Yes, it is.',
    authorName: 'Robin',
    via: 'qr',
  });

  await page.goto(sticker.address);
  await expect(page.getByText(`You sent report #${ticket.number} from this phone`)).toBeVisible();
  await page.getByRole('link', { name: 'See what happens with it' }).click();
  await expect(page).toHaveURL(tracking);
});

test('the same problem is joined with what was typed, or with nothing', async ({ page, sticker }) => {
  await sticker.report({ description: 'The oil stays cold.' });
  const { id } = await sticker.ticket();
  await sticker.change(id, { status: 'in_progress' });
  await page.goto(sticker.address);
  await expect(page.getByText('Reported 1 minute ago. Someone is working on it.')).toBeVisible();
  await what(page).fill('It smells, too.');
  await page.getByRole('button', { name: 'It is the same problem' }).click();
  await expect(page.getByText('It was added to the report that was there already.')).toBeVisible();
  await page.getByRole('button', { name: 'Report something else' }).click();
  await expect(what(page)).toHaveValue('');
  await page.getByRole('button', { name: 'It is the same problem' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  expect((await sticker.ticket()).report.count).toBe(3);
  const said = (await sticker.comments(id)).map(({ body }) => body);
  expect(said).toEqual(expect.arrayContaining(['It smells, too.', 'It is the same problem']));
});

test('says what is missing, and what cannot be used', async ({ page, sticker }) => {
  await page.goto(sticker.address);
  await send(page).click();
  await expect(page.getByText('Please write what is wrong.')).toBeVisible();
  await expect(page.getByText('Please choose how bad it is.')).toBeVisible();
  await expect(what(page)).toBeFocused();
  await choose(page, [{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }]);
  await expect(page.getByText('“notes.jpg” could not be read as a picture.')).toBeVisible();
  const photo = { name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) };
  await choose(
    page,
    Array.from({ length: 6 }, () => photo),
  );
  await expect(page.getByText('Only 5 photos fit.')).toBeVisible();
  await expect(photos(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Remove photo 5' }).click();
  await expect(photos(page)).toHaveCount(4);
  await fillIn(page, 'x'.repeat(2001));
  await page.getByLabel('Your name').fill('y'.repeat(101));
  await send(page).click();
  await expect(what(page)).toBeFocused();
  await expect(what(page)).toHaveValue('x'.repeat(2001));
  await expect(what(page)).toHaveAccessibleDescription(/2001 \/ 2000: please shorten it/);
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/101 \/ 100/);
  await page.getByLabel('Your name').fill('');
  // As a browser that fills in forms does.
  await fillIn(page, 'The oil stays cold.');
  await page.locator('#website').fill('https://store.example');
  await send(page).click();
  await expect(page.getByText('Your browser had filled in a hidden field.')).toBeVisible();
  await expectAccessible(page, 'the form with faults');
  expect(await sticker.tickets()).toEqual([]);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
});

test('what was filled in before the script ran stays, and survives a reload', async ({ page, sticker }) => {
  let run = () => {};
  const held = new Promise<void>((resolve) => (run = resolve));
  await page.route('**/r/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(sticker.address, { waitUntil: 'commit' });
  await fillIn(page, 'Typed early.');
  const photo = { name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) };
  await choose(page, [photo]);
  await expect(send(page)).toBeDisabled();
  run();
  await expect(send(page)).toBeEnabled();
  await expect(what(page)).toHaveValue('Typed early.');
  await expect(page.getByLabel('It does not work')).toBeChecked();
  await expect(photos(page)).toHaveCount(1);
  await choose(page, [photo]);
  await expect(photos(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await expect(photos(page)).toHaveCount(1);
  await expect.poll(() => storedPhotos(page)).toBe(1);
  await page.reload();
  await expect(page.getByText('Fryer 2')).toBeVisible();
  await expect(what(page)).toHaveValue('Typed early.');
  await expect(page.getByLabel('It does not work')).toBeChecked();
  await expect(photos(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await expect.poll(() => storedPhotos(page)).toBe(0);
  await page.reload();
  await expect(page.getByText('Fryer 2')).toBeVisible();
  await expect(photos(page)).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the form can be read and filled in, and says that sending needs script', async ({
    page,
    sticker,
  }) => {
    await page.goto(sticker.address);
    // Playwright reads no text of a noscript element.
    await expect(page.locator('noscript > div')).toBeVisible();
    await fillIn(page);
    await expect(send(page)).toBeDisabled();
  });
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' });
  test(
    'the pages speak it with a Spanish browser, and either language on request',
    { tag: '@nightly' },
    async ({ page, sticker }) => {
      await sticker.report({ description: 'The oil stays cold.' });
      await page.goto(sticker.address);
      await expect(page.getByText('Se informó hace 1 minuto. Se recibió.')).toBeVisible();
      await expectAccessible(page, 'the form in Spanish');
      await page.getByLabel('¿Qué pasa?').fill('El aceite no se calienta.');
      await page.getByLabel('Funciona mal').check();
      const photo = { name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) };
      await page.getByLabel('Elegir fotos').setInputFiles([photo]);
      await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible();
      await page.getByRole('link', { name: 'English' }).click();
      await expect(what(page)).toHaveValue('El aceite no se calienta.');
      await expect(photos(page)).toHaveCount(1);
      await page.getByRole('link', { name: 'Español' }).click();
      await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible();
      await page.getByRole('button', { name: 'Enviar el informe' }).click();
      await expect(page.getByRole('heading', { name: '¡Gracias!' })).toBeVisible();
      await expect(page.getByText('1 de 1 fotos enviadas')).toBeVisible();
      const mine = (await sticker.tickets()).find(({ title }) => title.includes('aceite'));
      expect(mine?.report).toMatchObject({ urgency: 'medium' });
      await page.getByRole('link', { name: 'Seguir este informe' }).click();
      await expect(page.getByRole('heading', { name: 'Su informe' })).toBeVisible();
      await expectAccessible(page, 'a report in Spanish');
    },
  );
});

test('is readable in both themes and on a wide screen', async ({ page, sticker }) => {
  const token = await sticker.report({ description: 'The oil stays cold.' });
  for (const address of [sticker.address, `/t/${token}`]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      await expect(page.getByText('Fryer 2')).toBeVisible();
      await expectReadable(page, `${address} ${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectReadable(page, 'wide');
});

test(
  'weighs at most 90 KB and is painted within 2.5 s on a slow phone',
  { tag: '@timed' },
  async ({ page, baseURL, sticker }) => {
    const weights: Promise<number>[] = [];
    const others: string[] = [];
    page.on('response', (response) => {
      const url = new URL(response.url());
      if (url.protocol.startsWith('http') && url.origin !== baseURL) others.push(response.url());
      if (/^\/(r|t)\//.test(url.pathname)) {
        weights.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
      }
    });
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 90_000,
    });
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(sticker.address);
    await expect(page.getByText('Fryer 2')).toBeVisible();
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Infinity)).observe(
            {
              type: 'largest-contentful-paint',
              buffered: true,
            },
          );
        }),
    );
    expect(painted).toBeLessThanOrEqual(2500);
    const kilobytes = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0) / 1000;
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(90);
    expect(others).toEqual([]);
  },
);
