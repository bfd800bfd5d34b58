import { type Box, Fields, findBox } from './boxes.ts';
import { type KeptParts, UnreadablePicture } from './kept-parts.ts';

/** Keeps the data of a track, as its tables say where it is: so many samples of so many bytes at each position. */
export function keepSamples(parts: KeptParts, media: Box): void {
  const file = parts.original;
  const information = findBox(file, media, 'minf');
  const tables = information && findBox(file, information, 'stbl');
  if (!tables) return;
  const table = (type: string) => {
    const box = findBox(file, tables, type);
    const fields = box && new Fields(file, box);
    fields?.skip(4);
    return fields;
  };
  const runs = table('stsc');
  const long = table('co64');
  const positions = long ?? table('stco');
  const sizes = sampleSizes(table('stsz'), table('stz2'), () => soundBytes(file, tables));
  if (!sizes || !runs || !positions) return;
  runs.skip(4);
  positions.skip(4);
  let nextRun = runs.number(4);
  let samples = 0;
  for (let chunk = 1; !positions.isAtEnd; chunk += 1) {
    if (chunk === nextRun) {
      samples = runs.number(4);
      runs.skip(4);
      nextRun = runs.number(4);
    }
    parts.take(1);
    let bytes = sizes.all === undefined ? 0 : Math.ceil(sizes.all * samples);
    for (let sample = 0; sizes.all === undefined && sample < samples; sample += 1) {
      parts.take(1);
      bytes += sizes.next();
    }
    parts.keep(positions.number(long ? 8 : 4), bytes);
  }
}

interface SampleSizes {
  /** Bytes of each sample; undefined if they differ. */
  all: number | undefined;
  next: () => number;
}

/** @param ofSound the bytes of a sample of sound, of which older files say that it has one */
function sampleSizes(
  sizes: Fields | undefined,
  compact: Fields | undefined,
  ofSound: () => number,
): SampleSizes | undefined {
  if (sizes) {
    const all = sizes.number(4);
    sizes.skip(4);
    return { all: all === 1 ? ofSound() : all || undefined, next: () => sizes.number(4) };
  }
  if (!compact) return undefined;
  compact.skip(3);
  const bits = compact.number(1);
  compact.skip(4);
  if (bits === 8 || bits === 16) return { all: undefined, next: () => compact.number(bits / 8) };
  if (bits !== 4) throw new UnreadablePicture();
  let half: number | undefined;
  const next = () => {
    const byte = half === undefined ? compact.number(1) : half;
    const size = half === undefined ? byte >> 4 : byte % 16;
    half = half === undefined ? byte : undefined;
    return size;
  };
  return { all: undefined, next };
}

/** Bytes of a sample of sound as its description says, at least 1. */
function soundBytes(file: Buffer, tables: Box): number {
  const descriptions = findBox(file, tables, 'stsd');
  if (!descriptions) return 1;
  // The first description: its length, format, six bytes and a number.
  const fields = new Fields(file, { from: descriptions.from + 24, end: descriptions.end });
  const version = fields.number(2);
  fields.skip(6);
  const [channels, bits] = [fields.number(2), fields.number(2)];
  if (version === 0) return Math.max(1, (channels * bits) / 8);
  fields.skip(8);
  // The second version has five further fields before these.
  const samples = version === 1 ? fields.number(4) : undefined;
  fields.skip(version === 1 ? 4 : 28);
  const bytes = fields.number(4);
  const ofBytes = samples ?? fields.number(4);
  return bytes > 0 && ofBytes > 0 ? bytes / ofBytes : 1;
}
