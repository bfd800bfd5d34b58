import { expect, type Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { expectAccessible, expectReadable } from './expect-accessible.ts';
import { breakCalls, test } from './intake-api.ts';
import { tabTo } from './tab-to.ts';

/** A phone. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

const what = (page: Page) => page.getByLabel('What is wrong?');
const send = (page: Page) => page.getByRole('button', { name: 'Send the report' });
const photos = (page: Page) => page.getByRole('img', { name: /^Photo/ });

async function fillIn(page: Page, words = 'The oil does not get hot.'): Promise<void> {
  await what(page).fill(words);
  await page.getByLabel('It does not work').check();
}

/** A picture of 3,000 × 1,000 pixels, which its metadata say to turn upright, with a place in them. */
async function turnedPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 1000);
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('no canvas');
    drawing.fillStyle = 'red';
    drawing.fillRect(0, 0, 1500, 1000);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  });
  const jpeg = Buffer.from(base64, 'base64');
  // Exif with one entry: orientation 6, a quarter turn; and words after it that must not be sent.
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('40.7128N 74.0060W')]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1', 'hex'), length, content, jpeg.subarray(2)]);
}

/** The size in the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  let at = 2;
  while (at < jpeg.length && (jpeg[at + 1] ?? 0) !== 0xc0) at += 2 + jpeg.readUInt16BE(at + 2);
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Choose photos').setInputFiles(files);

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
  await expectAccessible(page, 'the form with faults');
  expect(await sticker.tickets()).toEqual([]);
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
  await page.reload();
  await expect(page.getByText('Fryer 2')).toBeVisible();
  await expect(what(page)).toHaveValue('Typed early.');
  await expect(page.getByLabel('It does not work')).toBeChecked();
  await expect(photos(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove photo 1' }).click();
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

test.describe('when calls fail', () => {
  test.use({ callsFail: true });

  test('without a network a report is saved, outlives the page, and arrives once with its photos', async ({
    page,
    context,
    sticker,
  }) => {
    await page.goto(sticker.address);
    await fillIn(page);
    await choose(page, [{ name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
    await expect(photos(page)).toHaveCount(1);
    const connect = await breakCalls(page, '/reports', (route) => route.abort('internetdisconnected'));
    await send(page).click();
    await expect(
      page.getByText('Saved on this phone. It will be sent when there is a network.'),
    ).toBeVisible();
    await expectAccessible(page, 'saved');
    expect(await sticker.tickets()).toEqual([]);
    await connect();
    // The service has it, but its response is lost.
    await breakCalls(page, '/reports', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => sticker.tickets()).toHaveLength(1);
    await page.close();

    const next = await context.newPage();
    await next.goto(sticker.address);
    await expect(next.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    await expect(next.getByText('1 of 1 photos sent')).toBeVisible();
    const { id } = await sticker.ticket();
    expect(await sticker.attachments(id)).toHaveLength(1);
    await next.reload();
    await expect(send(next)).toBeVisible();
    await expect(photos(next)).toHaveCount(0);
  });

  test('a report is sent by itself when the network comes back', async ({ page, context, sticker }) => {
    await page.goto(sticker.address);
    await expect(page.getByText('Fryer 2')).toBeVisible();
    await fillIn(page);
    await context.setOffline(true);
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'Saved on this phone' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    await sticker.ticket();
  });

  test('a photo that the service has no time for is sent a moment later', async ({ page, sticker }) => {
    await page.goto(sticker.address);
    await fillIn(page);
    await choose(page, [{ name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
    let tries = 0;
    await breakCalls(page, '/done', async (route) => {
      tries += 1;
      await (tries === 1
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
        : route.continue());
    });
    await expect(photos(page)).toHaveCount(1);
    await send(page).click();
    await expect(page.getByText('1 of 1 photos sent')).toBeVisible();
    expect(tries).toBe(2);
    expect(await sticker.attachments((await sticker.ticket()).id)).toHaveLength(1);
  });

  test('too many reports and an unavailable service are said in words', async ({ page, sticker }) => {
    await page.goto(sticker.address);
    await fillIn(page);
    const allow = await breakCalls(page, '/reports', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '600' } }),
    );
    await send(page).click();
    await expect(page.getByText(/will be sent at \d+:\d\d [AP]M\./)).toBeVisible();
    await allow();
    await breakCalls(page, '/reports', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByText('The service is busy, and it will be sent in a moment.')).toBeVisible();
  });

  test('a report of a problem that is fixed in the meantime comes back with its words', async ({
    page,
    sticker,
  }) => {
    await sticker.report({ description: 'The oil stays cold.' });
    const { id } = await sticker.ticket();
    await page.goto(sticker.address);
    await what(page).fill('It smells, too.');
    await choose(page, [{ name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
    await expect(photos(page)).toHaveCount(1);
    await sticker.change(id, { status: 'solved' });
    await page.getByRole('button', { name: 'It is the same problem' }).click();
    await expect(page.getByText('That report was closed in the meantime.')).toBeVisible();
    await expect(what(page)).toHaveValue('It smells, too.');
    await expect(photos(page)).toHaveCount(1);
  });

  test('a code that is not in use, and a report that is gone, say so in words', async ({ page }) => {
    await page.goto('/r/nothing');
    await expect(page.getByRole('heading', { name: 'This sticker is not in use' })).toBeVisible();
    await expectAccessible(page, 'an unknown code');
    await page.goto('/t/nothing');
    await expect(page.getByRole('heading', { name: 'This report is no longer here' })).toBeVisible();
  });

  test('a report is read again while it is looked at, and keeps what it shows without a network', async ({
    page,
    sticker,
  }) => {
    await page.clock.install();
    const token = await sticker.report({ description: 'The oil stays cold.' });
    const { id } = await sticker.ticket();
    await sticker.comment(id, 'Is the red light on?');
    await page.goto(`/t/${token}`);
    await expect(page.getByText('Is the red light on?')).toBeVisible();
    await expectAccessible(page, 'a report');
    await sticker.change(id, { status: 'solved' });
    await page.clock.runFor(31_000);
    await expect(page.getByRole('listitem').filter({ hasText: 'Fixed' }).first()).toHaveAttribute(
      'aria-current',
      'step',
    );
    await expect(page.getByText(/^This page can be opened until/)).toBeVisible();
    await breakCalls(page, token, (route) => route.abort());
    await page.clock.runFor(31_000);
    await expect(page.getByText(/^No network\. This is how it was/)).toBeVisible();
    await expect(page.getByText('Is the red light on?')).toBeVisible();
  });
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' });
  test('the pages speak it with a Spanish browser, and either language on request', async ({
    page,
    sticker,
  }) => {
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
  });
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
