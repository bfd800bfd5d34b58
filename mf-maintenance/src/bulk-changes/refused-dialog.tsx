import { ticketLink } from '@mainstay/remote-contract';
import { Button } from '@mainstay/ui/base';
import { DetailDialog, DialogActions } from '@mainstay/web-kit/forms';
import { useState } from 'react';
import { type BulkResults, notDone } from './bulk-calls.ts';
import { bulkStrings as strings } from './bulk-strings.ts';
import styles from './refused-dialog.module.css';

/** The tickets that were not changed, by their numbers, and why. */
export function RefusedDialog({
  results,
  undo,
  afterClose,
}: {
  results: BulkResults;
  undo: (() => void) | undefined;
  afterClose: () => void;
}) {
  const [isOpen, setOpen] = useState(true);
  const refused = notDone(results);
  const close = () => setOpen(false);
  return (
    <DetailDialog
      title={strings.notChanged(refused.length)}
      problem={undefined}
      open={isOpen}
      onClose={close}
      afterClose={afterClose}
    >
      <ul className={styles.list}>
        {refused.map(({ id, number, detail }) => (
          <li key={id}>
            {number === null ? (
              strings.invisible
            ) : (
              <a href={ticketLink(id)} target="_blank" rel="noopener">
                {strings.number(number)}
              </a>
            )}{' '}
            {detail ?? strings.isSo}
          </li>
        ))}
      </ul>
      {undo ? (
        <DialogActions>
          <Button
            onClick={() => {
              undo();
              close();
            }}
          >
            {strings.undo}
          </Button>
        </DialogActions>
      ) : null}
    </DetailDialog>
  );
}
