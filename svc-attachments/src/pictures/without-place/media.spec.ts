import { describe, expect, it } from '@jest/globals';
import { box, bytes, handler, hex, number, pictures, track } from '../../../test/media-files.ts';
import { placeRemoverOf } from '../without-place.ts';
import { boxesIn } from './boxes.ts';
import { UnreadablePicture } from './kept-parts.ts';

/** In the place of a position. */
const HERE = '51.5N 0.12W';

describe('the place where a video was taken', () => {
  const SOUND = 'sound and pictures';
  const GPS = bytes(HERE, HERE);
  const at = (start: Buffer) => start.length + 8;
  const tables = (size: number, ...positions: number[]) => [
    box('stsz', number(0), number(size), number(positions.length)),
    box('stsc', number(0), number(1), number(1), number(1), number(1)),
    box('stco', number(0), number(positions.length), ...positions.map(number)),
  ];
  const TYPE = box('ftyp', 'qt  ', number(0));
  const filmAfter = (start: Buffer, ...more: Buffer[]) =>
    bytes(
      start,
      box('mdat', SOUND),
      box('moov', box('mvhd', Buffer.alloc(100)), track('vide', tables(SOUND.length, at(start))), ...more),
    );
  const film = (...more: Buffer[]) => filmAfter(TYPE, ...more);
  const place = box('\xa9xyz', hex('0012 15c7'), HERE);
  const keys = box(
    'meta',
    handler('mdta'),
    box('keys', 'com.apple.quicktime.location.ISO6709'),
    box('ilst', HERE),
  );

  it.each<[where: string, file: Buffer, emptied: string[]]>([
    ['udta of a MOV', film(box('udta', place)), ['moov/udta']],
    ['meta of a MOV', film(keys), ['moov/meta']],
    [
      'a track',
      film(track('soun', [], box('udta', place), box('meta', number(0), HERE))),
      ['moov/trak/udta', 'moov/trak/meta'],
    ],
    [
      'XMP',
      bytes(
        film(),
        box('uuid', hex('be7acfcb97a942e89c71999491e3afac'), `<exif:GPSLatitude>${HERE}</exif:GPSLatitude>`),
      ),
      ['uuid'],
    ],
    ['a meta and udta of the file', bytes(film(), keys, box('udta', place)), ['meta', 'udta']],
    ['space that is not used', bytes(film(), box('free', HERE), box('skip', HERE)), ['free', 'skip']],
    ['the boxes of a dashcam', film(box('gps ', HERE)), ['moov/gps ']],
    ['a file that has its data first', filmAfter(box('wide'), box('udta', place)), ['moov/udta']],
    [
      'a box with a long size',
      bytes(film(), number(1), 'udta', number(0), number(16 + HERE.length), HERE),
      ['udta'],
    ],
    ['a box up to the end', bytes(film(), number(0), 'udta', HERE), ['udta']],
    ['data that no track names', bytes(film(), box('mdat', HERE)), []],
    ['a file that begins with it', filmAfter(bytes(box('uuid', HERE), TYPE)), ['uuid']],
  ])('is removed from %s, and what is seen and heard stays', (_where, original, emptied) => {
    const file = Buffer.from(original);
    placeRemoverOf(file)?.clean(file);
    expect([file.length, file.includes(HERE), file.includes('51.5N')]).toEqual([
      original.length,
      false,
      false,
    ]);
    const paths = pathsOf(original).filter((path) => !emptied.some((gone) => path.startsWith(`${gone}/`)));
    expect(pathsOf(file)).toEqual(
      paths.map((path) => (emptied.includes(path) ? path.replace(/[^/]+$/, 'free') : path)),
    );
    expect(file.includes(SOUND)).toBe(true);
  });

  it.each(['meta', 'text', 'sbtl', 'camm'])(
    'is removed from a track of the kind %j, and from its data',
    (kind) => {
      const data = bytes(TYPE, box('mdat', GPS, SOUND, GPS));
      const positions = [at(TYPE), at(TYPE) + GPS.length + SOUND.length];
      const file = bytes(
        data,
        box(
          'moov',
          track('soun', tables(SOUND.length, at(TYPE) + GPS.length)),
          track(kind, tables(GPS.length, ...positions)),
        ),
      );
      placeRemoverOf(file)?.clean(file);
      expect([file.includes(HERE), file.includes(SOUND)]).toEqual([false, true]);
      expect(pathsOf(file).slice(-1)).toEqual(['moov/free']);
    },
  );

  it.each<[where: string, description: Buffer, descriptions: Buffer[]]>([
    ['beside the tables', box('gmhd'), [box('udta', place)]],
    [
      'in a format',
      box(
        'stsd',
        number(0),
        number(1),
        box('avc1', Buffer.alloc(78), box('avcC', SOUND), box('udta', place), box('uuid', HERE)),
      ),
      [],
    ],
  ])('is removed from what describes a track, %s', (_where, description, beside) => {
    const media = box('mdia', handler('vide'), box('minf', ...beside, box('stbl', description)));
    const file = bytes(TYPE, box('moov', box('trak', media)));
    placeRemoverOf(file)?.clean(file);
    expect([
      file.includes(`uuid${HERE}`),
      file.includes('udta'),
      file.includes('\xa9xyz', 0, 'latin1'),
    ]).toEqual([false, false, false]);
  });

  const sound = (version: number, ...fields: string[]) =>
    box(
      'stsd',
      number(0),
      number(1),
      box('sowt', Buffer.alloc(8), hex(`000${version} 000000000000 ${fields.join('')}`)),
    );
  it.each<[what: string, sizes: Buffer[]]>([
    ['each with its size', [box('stsz', number(0), number(0), number(2), number(8), number(10))]],
    ['of sizes in 4 bits', [box('stz2', number(0), number(4), number(2), hex('8a'))]],
    ['of sizes in a byte', [box('stz2', number(0), number(8), number(2), hex('080a'))]],
    ['of sizes in two', [box('stz2', number(0), number(16), number(2), hex('0008000a'))]],
    [
      'of one byte, which is a sample of all channels',
      [box('stsz', number(0), number(1), number(2)), sound(0, '0003 0018')],
    ],
    [
      'of one byte, which is part of a packet',
      [
        box('stsz', number(0), number(1), number(2)),
        sound(1, '0002 0010 0000 0000 00000000', '00000001 00000000 00000009'),
      ],
    ],
    [
      'of one byte, as the second version describes them',
      [
        box('stsz', number(0), number(1), number(2)),
        sound(2, '0002 0010 0000 0000 00000000', '00'.repeat(28), '00000024 00000004'),
      ],
    ],
  ])('is not in the samples of a film, which stay: %s', (_what, sizes) => {
    const rest = [
      box('stsc', number(0), number(1), number(1), number(2), number(1)),
      box('stco', number(0), number(1), number(at(TYPE))),
    ];
    const file = bytes(TYPE, box('mdat', SOUND, HERE), box('moov', track('soun', [...sizes, ...rest])));
    placeRemoverOf(file)?.clean(file);
    expect([file.includes(SOUND), file.includes(HERE)]).toEqual([true, false]);
  });

  it.each<[what: string, header: (moof: number) => Buffer[], run: (from: number) => Buffer[]]>([
    [
      'after the fragment',
      () => [number(0x2_0000), number(1)],
      (from) => [number(1), number(1), number(from)],
    ],
    [
      'of a position in the file',
      (moof) => [number(0x11), number(1), number(0), number(moof), number(SOUND.length)],
      (from) => [number(0x801), number(1), number(from), number(0)],
    ],
    [
      'each with its size',
      () => [number(0x18), number(1), number(0), number(0)],
      (from) => [number(0x705), number(2), number(from), ...[0, 1, 8, 2, 3, 10, 4].map(number)],
    ],
  ])('is not in the fragments of a film, which stay: %s', (_what, header, run) => {
    const isShort = _what === 'after the fragment';
    const head = bytes(
      TYPE,
      box(
        'moov',
        box('trak', box('tkhd', number(0), number(0), number(0), number(1)), box('mdia', handler('vide'))),
        box('trak', box('tkhd', number(0), number(0), number(0), number(2)), box('mdia', handler('camm'))),
        ...(isShort
          ? [box('mvex', box('trex', number(0), number(1), number(0), number(0), number(SOUND.length)))]
          : []),
      ),
    );
    const moof = (from: number) =>
      box(
        'moof',
        box('traf', box('tfhd', ...header(head.length)), box('trun', ...run(from))),
        box(
          'traf',
          box('tfhd', number(0x10), number(2), number(HERE.length)),
          box('trun', number(0), number(1)),
        ),
      );
    const file = bytes(head, moof(moof(0).length + 8), box('mdat', SOUND, HERE));
    placeRemoverOf(file)?.clean(file);
    expect([file.includes(SOUND), file.includes(HERE)]).toEqual([true, false]);
  });

  it('cannot be removed from data of which nobody says what is seen', () => {
    for (const file of [
      bytes(TYPE, box('mdat', HERE)),
      bytes(TYPE, box('mdat', HERE), box('moov', track('camm', []))),
    ]) {
      expect(() => placeRemoverOf(file)?.clean(file)).toThrow(UnreadablePicture);
    }
  });

  it.each<[where: string, version: number, method: number]>([
    ['in the file', 0, 0],
    ['in the box idat', 1, 1],
    ['in the file, of a later version', 2, 0],
  ])(
    'is removed from the EXIF and XMP %s of a HEIC, and from what no item names',
    (_where, version, method) => {
      const type = box('ftyp', 'heic', number(0), 'mif1');
      const item = (id: number, kind: string) =>
        box('infe', hex('02000000'), number(id).subarray(2), hex('0000'), kind, '\0');
      const heic = (start: number) => {
        const place = (id: number, offset: number, size: number) =>
          bytes(
            number(id).subarray(version < 2 ? 2 : 0),
            version > 0 ? hex(`000${method}`) : '',
            // The data is in the file that the first entry names, which is this one.
            hex('0001 0001'),
            number(offset),
            number(size),
          );
        const count = number(3).subarray(version < 2 ? 2 : 0);
        const metadata = bytes(SOUND, HERE, HERE, HERE);
        const [first, second] = [start + SOUND.length, start + SOUND.length + HERE.length];
        const places = [
          place(1, start, SOUND.length),
          place(2, first, HERE.length),
          place(3, second, HERE.length),
        ];
        const meta = pictures(
          box('iinf', number(0), hex('0003'), item(1, 'hvc1'), item(2, 'Exif'), item(3, 'mime')),
          box('iloc', Buffer.from([version, 0, 0, 0]), hex('4400'), count, ...places),
          ...(method === 1 ? [box('idat', metadata)] : []),
        );
        return bytes(type, meta, method === 1 ? '' : box('mdat', metadata));
      };
      const file = heic(method === 1 ? 0 : heic(0).length - SOUND.length - 3 * HERE.length);
      expect(file.includes(HERE)).toBe(true);
      placeRemoverOf(file)?.clean(file);
      expect([file.includes(HERE), file.includes(SOUND)]).toEqual([false, true]);
    },
  );

  it('is not in what a HEIC says of its pictures', () => {
    const file = bytes(
      box('ftyp', 'heic', number(0)),
      pictures(box('iprp', box('ipco', box('ispe', number(1)), box('udes', HERE)))),
    );
    placeRemoverOf(file)?.clean(file);
    expect([file.includes(HERE), file.includes('ispe')]).toEqual([false, true]);
  });
});

/** The boxes of a video, in order. */
function pathsOf(file: Buffer): string[] {
  const inside = (path: string, from: number, end: number): string[] =>
    [...boxesIn(file, from, end)].flatMap((one) => {
      const name = path + one.type;
      return ['moov', 'trak', 'mdia', 'udta'].includes(one.type)
        ? [name, ...inside(`${name}/`, one.from, one.end)]
        : [name];
    });
  return inside('', 0, file.length);
}
