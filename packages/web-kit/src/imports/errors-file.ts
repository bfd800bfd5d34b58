import { type ImportRow } from './import-calls.ts';
import { strings } from './strings.ts';

/**
 * The sign of a formula where a spreadsheet may begin a cell, whatever its separator: as in the files of the
 * services.
 */
const FORMULA = /(^|[;,\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g;

const cell = (text: string): string => `"${text.replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`;

/**
 * The errors of rows as the text of a CSV file.
 * @param labelOf the column of a field
 */
export function errorsFile(rows: readonly ImportRow[], labelOf: (field: string) => string): string {
  const lines = rows.flatMap(({ line, key, errors }) =>
    errors.map(({ field, message }) => [String(line), key, labelOf(field), message]),
  );
  // Excel needs the mark at the beginning to read UTF-8.
  return `\u{FEFF}${[strings.columns, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`;
}
