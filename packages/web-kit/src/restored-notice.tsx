import { Button } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import styles from './restored-notice.module.css';
import { strings } from './strings.ts';

/** Says, as an alert, that a form has what was typed before the session ended. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      className={styles['notice'] ?? ''}
      type="info"
      title={strings.restored}
      action={
        <Button size="small" onClick={onDiscard}>
          {strings.discard}
        </Button>
      }
    />
  );
}
