import { type Box, boxesIn, emptyBox, Fields, findBox } from './boxes.ts';
import { clearItems } from './media-items.ts';
import { clearSamples } from './media-samples.ts';
import { Work } from './work.ts';

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
  ['moof', words('mfhd traf pssh')],
  ['traf', words('tfhd tfdt trun saiz saio senc sbgp sgpd subs')],
  ['meta', words('hdlr pitm iinf iloc iprp iref idat dinf grpl ipro')],
]);

/** Headers that begin with the times at which something was created and changed. */
const TIMED = words('mvhd tkhd mdhd');

/** Kinds of tracks that are seen or heard. Others describe them, such as where the camera was at each moment. */
const SHOWN_TRACKS = words('vide soun auxv pict text sbtl subt clcp tmcd');

/** Descriptions among the properties of pictures, which are named by their number and so stay where they are. */
const DESCRIPTIONS = words('udes altt crtt mdft itai uuid');

/** Empties the boxes of an ISO base media file that are not needed to show it. */
export function cleanMedia(file: Buffer): void {
  const work = new Work(file);
  cleanBoxes({ type: '', at: 0, from: 0, end: file.length });

  function cleanBoxes(outer: Box): void {
    const kept = KEPT.get(outer.type);
    for (const box of boxesIn(file, outer.from, outer.end)) {
      if (!kept?.has(box.type) || !isShown(box)) emptyBox(file, box);
      else if (TIMED.has(box.type)) clearTimes(box);
      else if (box.type === 'meta') cleanPictures(box);
      else if (KEPT.has(box.type)) cleanBoxes(box);
    }
  }

  /** False for what describes the file: a track, whose data is cleared, and a `meta`. */
  function isShown(box: Box): boolean {
    if (box.type === 'meta') return handlerIn({ ...box, from: box.from + 4 }) === 'pict';
    if (box.type !== 'trak') return true;
    const media = findBox(file, box, 'mdia');
    if (!media || SHOWN_TRACKS.has(handlerIn(media))) return true;
    clearSamples(file, media, work);
    return false;
  }

  /** What the content of a box is for, as its `hdlr` says. */
  function handlerIn(box: Box): string {
    const handler = findBox(file, box, 'hdlr');
    return handler ? file.toString('latin1', handler.from + 8, handler.from + 12) : '';
  }

  function cleanPictures(meta: Box): void {
    const content = { ...meta, from: meta.from + 4 };
    clearItems(file, content, work);
    cleanBoxes(content);
    const properties = findBox(file, content, 'iprp');
    const container = properties && findBox(file, properties, 'ipco');
    if (!container) return;
    for (const property of boxesIn(file, container.from, container.end)) {
      if (DESCRIPTIONS.has(property.type)) emptyBox(file, property);
    }
  }

  function clearTimes(box: Box): void {
    const version = new Fields(file, box).number(1);
    file.fill(0, box.from + 4, Math.min(box.from + 4 + (version === 1 ? 16 : 8), box.end));
  }
}
