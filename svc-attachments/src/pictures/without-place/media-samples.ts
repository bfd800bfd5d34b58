import { type Box, Fields, findBox } from './boxes.ts';
import type { Work } from './work.ts';

/** Clears the data of a track, as its tables say where it is: so many samples of so many bytes at each position. */
export function clearSamples(file: Buffer, media: Box, work: Work): void {
  const information = findBox(file, media, 'minf');
  const tables = information && findBox(file, information, 'stbl');
  if (!tables) return;
  const table = (type: string) => {
    const box = findBox(file, tables, type);
    const fields = box && new Fields(file, box);
    fields?.skip(4);
    return fields;
  };
  const sizes = table('stsz');
  const runs = table('stsc');
  const long = table('co64');
  const positions = long ?? table('stco');
  if (!sizes || !runs || !positions) return;
  const size = sizes.number(4);
  sizes.skip(4);
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
    work.take(1);
    let bytes = size * samples;
    for (let sample = 0; size === 0 && sample < samples; sample += 1) {
      work.take(1);
      bytes += sizes.number(4);
    }
    work.clear(positions.number(long ? 8 : 4), bytes);
  }
}
