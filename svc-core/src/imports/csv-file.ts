import { badRequest } from '@mainstay/service-kit';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

export const MOST_ROWS = 5000;

/** A record with the line of the file where it ends. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/**
 * Reads a file as Excel, Numbers, LibreOffice and Google Sheets write it: separated by comma, semicolon or tab, with any
 * line ends, in UTF-8 or Windows-1252. Empty rows are left out, and a row may lack its
 * last, empty cells. @param bytes one character each
 * @throws Problem 400 with a sentence that names line and column
 */
export function readCsv(bytes: string): CsvRecord[] {
  const text = textOf(Buffer.from(bytes, 'latin1'));
  try {
    const records = parsed.parse(
      parse(text, {
        delimiter: separatorOf(text),
        record_delimiter: ['\r\n', '\n', '\r'],
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
        relax_column_count_less: true,
        info: true,
        trim: true,
        to: MOST_ROWS + 2,
      }),
    );
    const all = records.map(({ record, info }) => ({ line: info.lines, cells: record }));
    const extra = all[MOST_ROWS + 1];
    if (extra) throw unreadable(`Line ${extra.line}: The file has more than ${MOST_ROWS} rows. Split it.`);
    const [header, last] = [all[0], all.at(-1)];
    if (header && last && last.cells.length < header.cells.length && !/[\r\n]$/.test(text)) {
      throw unreadable(
        `Line ${last.line}, column ${last.cells.length}: The file ends in the middle of a row.`,
      );
    }
    return all;
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(sentenceOf(error));
    throw error;
  }
}

export const unreadable = (sentence: string) => badRequest({ file: [sentence] }, sentence);

/** Without a byte order mark. Bytes that Windows-1252 leaves free, and control characters, are of neither encoding. */
function textOf(bytes: Buffer): string {
  const text = inUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  const wrong = /[^\P{Cc}\t\n\v\f\r]/u.exec(text);
  if (wrong) throw notText(text.slice(0, wrong.index));
  if (text.trim() === '') throw unreadable('The file is empty.');
  return text;
}

/** Undefined for another encoding. What ends within a character is not taken for one: all of it would be read wrong. */
function inUtf8(bytes: Buffer): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: true });
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd', 1);
    if (bytes.subarray(0, 3).equals(MARK)) throw notText(before);
    return undefined;
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
  const lines = text.split(/\r\n|\n|\r/);
  return `Line ${lines.length}, character ${(lines.at(-1) ?? '').length + 1}`;
}

const notText = (before: string) =>
  unreadable(`${placeAfter(before)}: The file is neither UTF-8 nor Windows-1252 text. Save it as CSV again.`);

/** The separator that is most frequent in the header, outside of quotes. */
function separatorOf(text: string): string {
  const header =
    text
      .replaceAll(/"[^"]*"/g, '""')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

function sentenceOf(error: CsvError): string {
  const at = (name: string): number => Number(error[name] ?? 0);
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
    return `Line ${at('lines')}, column ${at('column')}: The row has more cells than the header.`;
  }
  const place = `Line ${at('lines')}, column ${at('column') + 1}`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `${place}: A quotation mark is not closed.`;
  return `${place}: The quotation marks are wrong.`;
}
