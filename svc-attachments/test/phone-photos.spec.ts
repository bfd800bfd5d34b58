import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { LONGEST_SIDE, MAX_PHOTO_BYTES } from '../src/report-photos/photo-image.ts';
import { reportPhotoGrantResponse } from '../src/report-photos/report-photos.schemas.ts';
import {
  download,
  downloadUrlOf,
  insertReport,
  insertTicket,
  type RunningService,
  runService,
  upload,
} from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

const [WIDTH, HEIGHT] = [8064, 6048];

/** As a phone that is held upright stores it: lying on its side, the sky where the orientation says that the top is. */
const phonePhoto = (orientation: 6 | 8): Promise<Buffer<ArrayBuffer>> =>
  sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 110, sigma: 9 },
    },
  })
    .composite([
      {
        input: { create: { width: 1000, height: HEIGHT, channels: 3, background: '#00f' } },
        left: orientation === 6 ? 0 : WIDTH - 1000,
        top: 0,
      },
    ])
    .withExif({
      IFD0: { Make: 'Phone', Orientation: String(orientation) },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 80 })
    .toBuffer()
    .then((bytes) => Buffer.from(bytes));

// `npm run bench -- photos` does the same with twenty, through the gateway.
it.each([6, 8] as const)(
  'a photo of 48 megapixels with the orientation %d is stored upright, with at most 2 MB and without metadata',
  async (orientation) => {
    const photo = await phonePhoto(orientation);
    expect(photo.length).toBeGreaterThan(2 * MAX_PHOTO_BYTES);
    expect(await sharp(photo).metadata()).toMatchObject({ width: WIDTH, height: HEIGHT, orientation });
    const ticketId = await insertTicket(service.backends, service.locationA);
    const { token } = await insertReport(service.backends, ticketId);
    const path = `/api/intake/track/${token}/photos`;
    const { id, uploadURL } = reportPhotoGrantResponse.parse(
      (await service.call(undefined, 'POST', path)).body,
    );
    expect(await upload(uploadURL, photo)).toBe(200);
    expect(await service.call(undefined, 'POST', `${path}/${id}/done`)).toMatchObject({ status: 200 });

    const { body } = await service.call(service.managerA, 'GET', `/api/tickets/${ticketId}/attachments`);
    const [attachment] = attachmentResponse.array().parse(body);
    const { bytes } = await download(await downloadUrlOf(service, service.managerA, attachment?.id ?? ''));
    expect(bytes.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    const { width, height, exif, xmp, iptc, icc, orientation: turned } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([LONGEST_SIDE * 0.75, LONGEST_SIDE]);
    expect([exif, xmp, iptc, icc, turned]).toEqual(Array(5).fill(undefined));
    const blueOf = async (top: number) => {
      const strip = await sharp(bytes).extract({ left: 0, top, width, height: 100 }).toBuffer();
      return (await sharp(strip).stats()).channels[2]?.mean ?? 0;
    };
    expect(await blueOf(0)).toBeGreaterThan(200);
    expect(await blueOf(height - 100)).toBeLessThan(150);
  },
  60_000,
);
