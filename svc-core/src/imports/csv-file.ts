import { badRequest } from '@mainstay/service-kit';
import { CsvError, type Options, parse, type Parser } from 'csv-parse';
import type { TransformOptions } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { yielder } from './yielding.ts';

export const MOST_ROWS = 5000;
const MOST_COLUMNS = 100;
/** Cells of a row, with the empty ones beyond the header: the columns of Excel. */
const MOST_CELLS = 16_384;
/** Rows of another length than the header, also empty ones: the parser makes an error of each. */
const MOST_UNEVEN = 20_000;
/** Bytes that are parsed in one piece. */
const SLICE = 1024;

/** A record with the line of the file where it ends. */
interface CsvRecord {
  line: number;
  cells: string[];
}

export interface CsvFile {
  separator: string;
  /** The header, and the rows that are not empty; none has more cells than the header. */
  records: CsvRecord[];
}

const parsed = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

/**
 * Reads a file as Excel, Numbers, LibreOffice and Google Sheets write it: separated by comma, semicolon or tab, with
 * any line ends, in UTF-8 or Windows-1252. Empty rows are left out. A row may lack its last, empty cells, and may have
 * empty ones beyond the header.
 * @param bytes one character each
 * @throws Problem 400 with a sentence that names line and column
 */
export async function readCsv(bytes: string): Promise<CsvFile> {
  const yieldIfLong = yielder();
  const whole = decoded(Buffer.from(bytes, 'latin1'));
  await yieldIfLong();
  requireText(whole);
  await yieldIfLong();
  const [said = '', named] = SEPARATOR_LINE.exec(whole) ?? [];
  const text = whole.slice(said.length);
  if (text.trim() === '') throw unreadable('The file is empty.');
  const separator = named ?? separatorOf(text);
  const linesBefore = lineAndColumn(said).line - 1;
  const options: Options & TransformOptions = {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    info: true,
    trim: true,
    cast: (cell, { index, lines }) => {
      if (index < MOST_CELLS) return cell;
      throw unreadable(`Line ${linesBefore + lines}: The row has more than ${MOST_CELLS} cells.`);
    },
    // Otherwise it would parse many slices at once.
    writableHighWaterMark: SLICE,
  };
  const parser = parse(options);
  const all: CsvRecord[] = [];
  let cellsOfLast = 0;
  try {
    await pipeline(slicesOf(Buffer.from(text), parser), parser, async (found: AsyncIterable<unknown>) => {
      for await (const each of found) {
        const { record, info } = parsed.parse(each);
        const line = linesBefore + info.lines;
        const header = all[0]?.cells ?? record;
        if (header.length > MOST_COLUMNS) throw unreadable(tooWide(line, header.length));
        all.push({ line, cells: withinHeader(line, record, header.length) });
        cellsOfLast = record.length;
        if (all.length > MOST_ROWS + 1) {
          throw unreadable(`Line ${line}: The file has more than ${MOST_ROWS} rows. Split it.`);
        }
      }
    });
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(sentenceOf(error, linesBefore));
    throw error;
  }
  const [header, last] = [all[0], all.at(-1)];
  const isShort = cellsOfLast <= (header?.cells.findLastIndex((name) => name !== '') ?? -1);
  if (last && isShort && !/[\r\n]$/.test(text)) {
    throw unreadable(`Line ${last.line}, column ${cellsOfLast}: The file ends in the middle of a row.`);
  }
  return { separator, records: all };
}

export const unreadable = (sentence: string) => badRequest({ file: [sentence] }, sentence);

/** Without a byte order mark. */
const decoded = (bytes: Buffer): string => inUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);

/**
 * @throws Problem 400 for bytes that Windows-1252 leaves free, and control characters, which are of neither encoding
 */
function requireText(text: string): void {
  const wrong = /[^\P{Cc}\t\n\v\f\r]/u.exec(text);
  if (wrong) throw notText(text.slice(0, wrong.index));
}

/** Undefined for another encoding. What ends within a character is not taken for one: all of it would be read wrong. */
function inUtf8(bytes: Buffer): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: true });
  } catch {
    if (!bytes.subarray(0, 3).equals(MARK)) return undefined;
    throw notText(new TextDecoder().decode(bytes).split('\ufffd', 1)[0] ?? '');
  }
  try {
    return text + decoder.decode();
  } catch {
    throw unreadable(`${placeAfter(text)}: The file ends in the middle of a character.`);
  }
}

/** The byte order mark, which nothing but UTF-8 begins with. */
const MARK = Buffer.from('\ufeff');

function placeAfter(text: string): string {
  const { line, column } = lineAndColumn(text);
  return `Line ${line}, character ${column}`;
}

/** Where the character behind a text is. */
function lineAndColumn(text: string): { line: number; column: number } {
  let [line, start] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || (character === '\r' && text.charAt(at + 1) !== '\n')) {
      [line, start] = [line + 1, at + 1];
    }
  }
  return { line, column: text.length - start + 1 };
}

const notText = (before: string) =>
  unreadable(`${placeAfter(before)}: The file is neither UTF-8 nor Windows-1252 text. Save it as CSV again.`);

/** The first line that names the separator for Excel; it is no header. */
const SEPARATOR_LINE = /^\s*"?sep=([,;\t])"?[,;\t ]*(?:\r\n|\n|\r|$)/i;

/** Longer than any header of so many columns. */
const HEADER = 64 * 1024;

/** The separator that is most frequent in the header, outside of quotes. */
function separatorOf(text: string): string {
  const header =
    text
      .trimStart()
      .slice(0, HEADER)
      .replaceAll(/"[^"]*"/g, '""')
      .split(/[\r\n]/, 1)[0] ?? '';
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

/** The bytes in small pieces, letting other requests run between them. */
async function* slicesOf(bytes: Buffer, { info }: Parser): AsyncGenerator<Buffer, void> {
  const yieldIfLong = yielder();
  for (let at = 0; at < bytes.length; at += SLICE) {
    yield bytes.subarray(at, at + SLICE);
    if (info.invalid_field_length > MOST_UNEVEN) {
      throw unreadable(`The file has more than ${MOST_UNEVEN} empty rows. Delete those below your table.`);
    }
    await yieldIfLong();
  }
}

const tooWide = (line: number, columns: number): string =>
  `Line ${line}: The file has ${columns} columns, and may have ${MOST_COLUMNS}. Delete the empty ones right of your table.`;

/** @throws Problem 400 for text beyond the header */
function withinHeader(line: number, cells: string[], columns: number): string[] {
  const beyond = cells.findIndex((cell, index) => index >= columns && cell !== '');
  if (beyond < 0) return cells.slice(0, columns);
  throw unreadable(`Line ${line}, column ${beyond + 1}: The row has more cells than the header.`);
}

function sentenceOf(error: CsvError, linesBefore: number): string {
  const at = (name: string): number => Number(error[name] ?? 0);
  const place = `Line ${linesBefore + at('lines')}, column ${at('column') + 1}`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `${place}: A quotation mark is not closed.`;
  return `${place}: The quotation marks are wrong.`;
}
