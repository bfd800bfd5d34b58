/**
 * Creates a thumbnail of the picture in a file, and prints by how many bytes the process grew at most. (The system's
 * peak memory of a process starts with that of its parent process.)
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
