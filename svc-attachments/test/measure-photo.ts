/**
 * Encodes the photo of a report in a file again, and prints by how many bytes the process grew at most. (The system's peak
 * memory of a process starts with that of its parent process.)
 */
import { readFileSync } from 'node:fs';
import { makePhoto } from '../src/report-photos/photo-image.ts';

const upload = readFileSync(process.argv[2] ?? '');
const before = process.memoryUsage.rss();
let peak = before;
const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
const looking = setInterval(look, 2);
await makePhoto(upload);
look();
clearInterval(looking);
process.stdout.write(String(peak - before));
