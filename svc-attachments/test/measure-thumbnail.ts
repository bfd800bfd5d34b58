/**
 * Makes a thumbnail of the picture in a file, and writes by how many bytes the process has grown meanwhile at most. (What
 * the system keeps as a process' peak begins with that of the process that started it.)
 */
import { readFileSync } from 'node:fs';
import { makeThumbnail } from '../src/thumbnails/thumbnail-image.ts';

const picture = readFileSync(process.argv[2] ?? '');
const before = process.memoryUsage.rss();
let peak = before;
const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
const looking = setInterval(look, 2);
await makeThumbnail(picture);
look();
clearInterval(looking);
process.stdout.write(String(peak - before));
