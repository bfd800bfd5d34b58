import { type RefObject, useState } from 'react';
import { type Selecting } from './begin-selecting.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { type BulkResults, useBulkCalls } from './bulk-calls.ts';
import { RefusedDialog } from './refused-dialog.tsx';

export { beginSelecting } from './begin-selecting.tsx';

/**
 * Changes of many tickets, as a chunk of their own, which is fetched when selecting begins: the bar while tickets are
 * selected, and the tickets that were not changed.
 * @param button the Select button, which has the focus when the bar is removed
 */
export function BulkChanges({
  selecting,
  button,
  end,
}: {
  selecting: Selecting | undefined;
  button: RefObject<HTMLButtonElement | null>;
  end: () => void;
}) {
  const [details, setDetails] = useState<{ results: BulkResults; undo: (() => void) | undefined }>();
  const { change } = useBulkCalls((results, undo) => setDetails({ results, undo }));
  const endInPlace = () => {
    const focused = document.activeElement;
    const card = focused?.closest('[data-card]');
    const isLost = focused === document.body;
    // What has the focus will be removed, or could not keep it: fields of the bar are disabled while nothing is selected.
    if (card) card.querySelector('a')?.focus();
    else if (isLost || focused?.closest('[data-selection-bar]')) button.current?.focus();
    end();
  };
  return (
    <>
      {selecting ? <BulkBar selection={selecting.selection} change={change} onEnd={endInPlace} /> : null}
      {details ? (
        <RefusedDialog key={details.results.id} {...details} afterClose={() => setDetails(undefined)} />
      ) : null}
    </>
  );
}
