import { type ClientCalls, importCalls } from './import-calls.ts';
import { ImportDialog, type ImportOf } from './import-dialog.tsx';

/**
 * The dialog that imports one kind of thing from a CSV file.
 * @param calls of the typed client
 */
export function csvImport({ calls, ...what }: Omit<ImportOf, 'calls'> & { calls: ClientCalls }) {
  const sent = importCalls(calls);
  return function CsvImport(dialog: { open: boolean; onClose: () => void }) {
    return <ImportDialog {...dialog} {...what} calls={sent} />;
  };
}
