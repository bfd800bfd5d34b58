import { type ImportAction, type ImportRow } from './import-calls.ts';

/** The texts of imports, apart from those of the package: they are loaded with the dialog. */
export const strings = {
  steps: ['File', 'Preview', 'Result'],
  hint: 'A CSV file of at most 2 MB and 5,000 rows. Nothing changes before you have seen a preview.',
  template: 'Download template',
  choose: 'CSV file',
  drop: 'Drop a CSV file here or browse files',
  reading: 'Reading the file...',
  notRead: 'The file could not be read. Try again.',
  rows: 'Rows',
  rowsFailed: 'The rows could not be loaded.',
  none: 'No rows.',
  actions: {
    create: 'New',
    update: 'Changed',
    unchanged: 'Unchanged',
    error: 'Errors',
    applied: 'Applied',
    conflict: 'Conflicts',
  } satisfies Record<ImportAction, string>,
  ofRow: {
    create: 'New',
    update: 'Changed',
    unchanged: 'Unchanged',
    error: 'Error',
  } satisfies Record<ImportRow['action'], string>,
  /** Of the row, not of one of its columns. */
  ofWholeRow: new Map([
    ['key', 'Key'],
    ['row', 'Left alone'],
  ]),
  all: 'All',
  empty: '(empty)',
  to: 'to',
  download: 'Download errors',
  downloadFailed: 'The errors could not be downloaded.',
  /** Of the file with the errors. */
  columns: ['Line', 'Key', 'Column', 'Error'],
  changes: 'Changes',
  skip: (errors: number) => (errors === 1 ? 'Skip the row with errors' : `Skip ${errors} rows with errors`),
  nothing: 'The file changes nothing.',
  apply: (rows: number) => (rows === 1 ? 'Import 1 row' : `Import ${rows} rows`),
  applyFailed: 'The file could not be imported.',
  another: 'Choose another file',
  progressOf: 'Progress',
  progress: (done: number, all: number) => `${done} of ${all} rows`,
  background: 'You can close this window: the import goes on.',
  progressFailed: 'The progress could not be loaded.',
  finished: (applied: number) => (applied === 1 ? '1 row imported.' : `${applied} rows imported.`),
  close: 'Close',
} as const;
