import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { recordOf } from '../shape.ts';

const LOOK_EVERY_MS = 1000;
const SAY_EVERY_MS = 5000;
const READ_AT_MOST = 256 * 1024;
/** The levels of severe lines in the logs of PostgreSQL and nginx. */
const SEVERE = /\b(FATAL|PANIC): |\[(emerg|alert|crit)\]/;
/** Only reports a client that connected while PostgreSQL started or stopped, or while a database was dropped. */
const EXPECTED =
  /the database system is (starting up|shutting down|not yet accepting connections)|is not currently accepting connections|terminating connection due to (administrator command|unexpected postmaster exit)/;

/** Reports the errors of a log file from now on: at most one line in five seconds, with the number of others. */
export class LogErrors {
  private readonly file: string;
  private readonly say: (line: string) => void;
  private readonly timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  private offset: number;
  private saidAt = 0;
  private unsaid = 0;

  constructor(file: string, say: (line: string) => void) {
    this.file = file;
    this.say = say;
    this.offset = sizeOf(file);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { text, end } = readFrom(this.file, this.offset);
    // A line still being written is read the next time.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.offset = end - Buffer.byteLength(text) + Buffer.byteLength(whole);
    for (const error of whole.split('\n').map(errorIn)) {
      if (error === undefined) continue;
      if (Date.now() - this.saidAt < SAY_EVERY_MS) {
        this.unsaid += 1;
        continue;
      }
      this.say(this.unsaid === 0 ? error : `${error} (and ${this.unsaid} more before it)`);
      this.saidAt = Date.now();
      this.unsaid = 0;
    }
  }
}

/** The message of a log line that reports an error (pino's level 50 or more, or a server's severe levels). */
export function errorIn(line: string): string | undefined {
  if (!line.startsWith('{')) return SEVERE.test(line) && !EXPECTED.test(line) ? line.trim() : undefined;
  const { level } = parse(line);
  return typeof level === 'number' && level >= 50 ? messageIn(line) : undefined;
}

/** The end of a log from `offset` on, JSON lines shortened to their message. */
export function lastLines(file: string, offset: number, count = 15): string {
  const lines = readFrom(file, offset).text.trimEnd().split('\n');
  return lines.slice(-count).map(messageIn).join('\n');
}

function messageIn(line: string): string {
  const { msg, err } = parse(line);
  const message = typeof msg === 'string' ? msg : line;
  const cause = recordOf(err)['message'];
  return typeof cause === 'string' && !message.includes(cause) ? `${message}: ${cause}` : message;
}

function parse(line: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(line));
  } catch {
    return {};
  }
}

/** The content of the file from `offset` on (only its last part if that is long), and where the file ends. */
function readFrom(file: string, offset: number): { text: string; end: number } {
  const size = sizeOf(file);
  // A file that shrank was rotated: begin at its start.
  const from = Math.max(offset > size ? 0 : offset, size - READ_AT_MOST);
  if (from >= size) return { text: '', end: size };
  const buffer = Buffer.alloc(size - from);
  const fd = openSync(file, 'r');
  try {
    const text = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from)).toString('utf8');
    return { text, end: size };
  } finally {
    closeSync(fd);
  }
}

/** The size of a file in bytes; 0 if there is none. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
