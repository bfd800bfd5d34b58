/**
 * Makes a photo or a thumbnail of the picture in a file, and prints by how many bytes the process grew at most. (The
 * system's peak memory of a process starts with that of its parent process.)
 */
import { readFileSync } from 'node:fs';
import { makePhoto } from '../src/public-photos/photo-image.ts';
import { makeThumbnail } from '../src/thumbnails/thumbnail-image.ts';

const [, , what, file = ''] = process.argv;
const picture = readFileSync(file);
const before = process.memoryUsage.rss();
let peak = before;
const measure = () => (peak = Math.max(peak, process.memoryUsage.rss()));
const timer = setInterval(measure, 2);
await (what === 'photo' ? makePhoto(picture) : makeThumbnail(picture));
measure();
clearInterval(timer);
process.stdout.write(String(peak - before));
