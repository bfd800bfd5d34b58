import type { Page } from '@playwright/test';

/** A phone. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export const what = (page: Page) => page.getByLabel('What is wrong?');
export const send = (page: Page) => page.getByRole('button', { name: 'Send the report' });
export const photos = (page: Page) => page.getByRole('img', { name: /^Photo/ });

export async function fillIn(page: Page, words = 'The oil does not get hot.'): Promise<void> {
  await what(page).fill(words);
  await page.getByLabel('It does not work').check();
}

/** A picture of 3,000 × 1,000 pixels, which its metadata say to turn upright, with a place in them. */
export async function turnedPhoto(page: Page): Promise<Buffer> {
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
export function sizeOf(jpeg: Buffer): { width: number; height: number } {
  let at = 2;
  while (at < jpeg.length && (jpeg[at + 1] ?? 0) !== 0xc0) at += 2 + jpeg.readUInt16BE(at + 2);
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}

export const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Choose photos').setInputFiles(files);

/** How many photos of the draft the browser has stored: a reload interrupts a write. */
export const storedPhotos = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('mainstay.draft');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('photos').objectStore('photos').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.flatMap((draft: { photos: unknown[] }) => draft.photos).length);
          };
        };
      }),
  );
