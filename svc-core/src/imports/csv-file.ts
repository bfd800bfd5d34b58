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
 * line ends, in UTF-8 or Windows-1252. Empty lines are left out. @param bytes one character each
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
        relax_column_count_less: false,
        info: true,
        trim: true,
        to: MOST_ROWS + 2,
      }),
    );
    if (records.length > MOST_ROWS + 1)
      throw unreadable(`The file has more than ${MOST_ROWS} rows. Split it.`);
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(sentenceOf(error));
    throw error;
  }
}

export const unreadable = (sentence: string) => badRequest({ file: [sentence] }, sentence);

/** Without a byte order mark. Bytes that Windows-1252 leaves free, and control characters, are of neither encoding. */
function textOf(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  if (/[^\P{Cc}\t\n\v\f\r]/u.test(text)) throw notText();
  if (text.trim() === '') throw unreadable('The file is empty.');
  return text;
}

const notText = () => unreadable('The file is neither UTF-8 nor Windows-1252 text. Save it as CSV again.');

/** The separator that is most frequent in the header, outside of quotes. */
function separatorOf(text: string): string {
  const header =
    text
      .replaceAll(/"[^"]*"/g, '')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

function sentenceOf(error: CsvError): string {
  const at = (name: string): number => Number(error[name] ?? 0);
  const place = `line ${at('lines')}, column ${at('column') + 1}`;
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
    return `Line ${at('lines')} has another number of cells than the header.`;
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark is not closed: ${place}.`;
  return `The file cannot be read at ${place}: check its quotation marks.`;
}
