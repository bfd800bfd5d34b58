import { type Box, boxesIn, emptyBox, Fields, findBox } from './boxes.ts';
import { KeptParts, UnreadablePicture } from './kept-parts.ts';
import { defaultSizes, type FragmentedTracks, keepFragment, trackId } from './media-fragments.ts';
import { keepItems } from './media-items.ts';
import { keepSamples } from './media-samples.ts';

const words = (text: string) => new Set(text.split(' '));

/**
 * The boxes that are needed to play or show a file, by the one around them; `` is the file. All others in these are
 * emptied, such as `udta`, `uuid` and a `meta` that describes no pictures.
 */
const KEPT = new Map([
  ['', words('ftyp styp moov moof mfra sidx ssix mdat meta wide')],
  ['moov', words('mvhd trak mvex pssh ctab clip')],
  ['trak', words('tkhd mdia edts tref tapt clip matt load txas trgr')],
  ['mdia', words('mdhd hdlr minf elng')],
  ['minf', words('vmhd smhd nmhd hmhd gmhd hdlr dinf stbl')],
  [
    'stbl',
    words(
      'stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps stsh sdtp stdp padb sbgp sgpd subs saiz saio',
    ),
  ],
  ['moof', words('mfhd traf pssh')],
  ['traf', words('tfhd tfdt trun saiz saio senc sbgp sgpd subs')],
  ['meta', words('hdlr pitm iinf iloc iprp iref idat dinf grpl ipro')],
]);

/** Headers that begin with the times at which something was created and changed. */
const TIMED = words('mvhd tkhd mdhd');

/** Kinds of tracks that are seen or heard. Others describe them; drones write where they are into subtitles. */
const SHOWN_TRACKS = words('vide soun auxv pict');

/** Descriptions among the properties of pictures, which are named by their number and so stay where they are. */
const DESCRIPTIONS = words('udes altt crtt mdft itai uuid');

/** What may describe a track in the description of its format, after so many bytes of other fields. */
const IN_FORMAT = words('udta uuid meta free skip');
const FORMAT_BYTES = new Map([
  ['vide', [78]],
  // By version.
  ['soun', [28, 44, 64]],
]);

/**
 * Keeps what shows an ISO base media file: its boxes that are needed for that, and of the data what tracks and pictures
 * name. Returns how many items of pictures it has.
 */
export function cleanMedia(file: Buffer): number {
  const parts = new KeptParts(file);
  const { original } = parts;
  const shown: FragmentedTracks = new Map();
  const keepers: (() => void)[] = [];
  let items = 0;
  let dataBytes = 0;
  cleanBoxes({ type: '', at: 0, from: 0, end: file.length });
  // Without tracks and pictures, nobody can say what of the data is seen.
  if (dataBytes > 0 && keepers.length === 0) throw new UnreadablePicture();
  for (const keep of keepers) keep();
  return items;

  function cleanBoxes(outer: Box): void {
    const kept = KEPT.get(outer.type);
    for (const box of boxesIn(original, outer.from, outer.end)) {
      if (!kept?.has(box.type) || !isShown(original, box)) emptyBox(file, box);
      else if (TIMED.has(box.type)) clearTimes(file, original, box);
      else cleanKept(box);
    }
  }

  function cleanKept(box: Box): void {
    const { type, from, end } = box;
    if (type === 'mdat' || type === 'idat' || type === 'wide') {
      if (type === 'mdat') dataBytes += end - from;
      file.fill(0, from, end);
    } else if (type === 'meta') cleanPictures(box);
    else if (KEPT.has(type)) cleanBoxes(box);
    if (type === 'moov') {
      for (const [track, size] of defaultSizes(original, box)) {
        if (shown.has(track)) shown.set(track, size);
      }
    }
    if (type === 'moof') keepers.push(() => keepFragment(parts, box, shown));
    if (type === 'trak') keepTrack(box);
  }

  function keepTrack(track: Box): void {
    const media = findBox(original, track, 'mdia');
    if (!media) return;
    shown.set(trackId(original, track), 0);
    keepers.push(() => keepSamples(parts, media));
    for (const box of boxesInFormats(original, media)) if (IN_FORMAT.has(box.type)) emptyBox(file, box);
  }

  function cleanPictures(meta: Box): void {
    const content = { ...meta, from: meta.from + 4 };
    keepers.push(() => (items += keepItems(parts, content)));
    cleanBoxes(content);
    const properties = findBox(original, content, 'iprp');
    const container = properties && findBox(original, properties, 'ipco');
    if (!container) return;
    for (const property of boxesIn(original, container.from, container.end)) {
      if (DESCRIPTIONS.has(property.type)) emptyBox(file, property);
    }
  }
}

/** False for what describes the file: a track, and a `meta`. */
function isShown(file: Buffer, box: Box): boolean {
  if (box.type === 'meta') return handlerIn(file, { ...box, from: box.from + 4 }) === 'pict';
  if (box.type !== 'trak') return true;
  const media = findBox(file, box, 'mdia');
  return media !== undefined && SHOWN_TRACKS.has(handlerIn(file, media));
}

/** What the content of a box is for, as its `hdlr` says. */
function handlerIn(file: Buffer, box: Box): string {
  const handler = findBox(file, box, 'hdlr');
  return handler ? file.toString('latin1', handler.from + 8, handler.from + 12) : '';
}

/** The boxes in the descriptions of the formats of a track, behind their other fields. */
function* boxesInFormats(file: Buffer, media: Box): Generator<Box> {
  const information = findBox(file, media, 'minf');
  const tables = information && findBox(file, information, 'stbl');
  const formats = tables && findBox(file, tables, 'stsd');
  const before = FORMAT_BYTES.get(handlerIn(file, media));
  if (!formats || !before) return;
  for (const format of boxesIn(file, formats.from + 8, formats.end)) {
    const version = new Fields(file, { from: format.from + 8, end: format.end }).number(2);
    yield* boxesIn(file, format.from + (before[version] ?? before[0] ?? 0), format.end);
  }
}

function clearTimes(file: Buffer, original: Buffer, box: Box): void {
  const version = new Fields(original, box).number(1);
  file.fill(0, box.from + 4, Math.min(box.from + 4 + (version === 1 ? 16 : 8), box.end));
}
