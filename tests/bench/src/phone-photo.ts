import sharp from 'sharp';

/** Pixels of a phone's usual largest picture, held upright: 48 million, stored lying on its side. */
const WIDTH = 8064;
const HEIGHT = 6048;

/** The EXIF orientations of a phone that is held upright, turned to the left or to the right. */
export const ORIENTATIONS = [6, 8] as const;

/** The colour at the top of every scene, by which it is seen whether the photo is upright. */
export const SKY = { red: 90, green: 140, blue: 230 } as const;

/** Reused, because it has 146 MB. */
const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);

/**
 * A synthetic photo, the same for the same number: areas of different colours with edges, gradients, texture and the noise
 * of a sensor, below a sky; with a camera, a time and a place in its metadata, as a JPEG of several megabytes.
 */
export async function phonePhoto(number: number): Promise<Buffer> {
  const orientation = ORIENTATIONS[number % ORIENTATIONS.length] ?? ORIENTATIONS[0];
  paint(number, orientation);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Synthetic', Orientation: String(orientation) },
      IFD2: { DateTimeOriginal: '2026:03:05 15:04:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 3954/100',
      },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 88 })
    .toBuffer();
}

function paint(number: number, orientation: (typeof ORIENTATIONS)[number]): void {
  let state = number * 2_654_435_761 + 1;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const areas = Array.from({ length: 64 * 64 }, random);
  const texture = Array.from({ length: 512 * 512 }, () => (random() % 25) - 12);
  const skyWidth = WIDTH / 4;
  let at = 0;
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      // Turned to the right, what is on the left side of the stored picture is at the top; turned to the left, the right side.
      const fromTop = orientation === 6 ? x : WIDTH - 1 - x;
      const noise = (random() & 7) + (random() & 7) - 7;
      const area = areas[((y >> 7) & 63) * 64 + ((x >> 7) & 63)] ?? 0;
      const light = ((x + 2 * y) >> 7) & 63;
      const isSky = fromTop < skyWidth;
      const detail = noise + (isSky ? 0 : (texture[((y >> 2) & 511) * 512 + ((x >> 2) & 511)] ?? 0));
      pixels[at] = bounded((isSky ? SKY.red : (area & 127) + light) + detail);
      pixels[at + 1] = bounded((isSky ? SKY.green : ((area >> 8) & 127) + light) + detail);
      pixels[at + 2] = bounded((isSky ? SKY.blue : ((area >> 16) & 127) + light) + detail);
      at += 3;
    }
  }
}

const bounded = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);
