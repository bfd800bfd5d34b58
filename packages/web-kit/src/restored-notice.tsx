import { Button } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import styles from './restored-notice.module.css';
import { strings } from './strings.ts';

/** Says that a form has what was typed before the session ended. Rendered before it says so, to be announced. */
export function RestoredNotice({ isShown, onDiscard }: { isShown: boolean; onDiscard: () => void }) {
  return (
    <div role="status">
      {isShown ? (
        <Alert
          className={styles['notice'] ?? ''}
          role="none"
          type="info"
          title={strings.restored}
          action={
            <Button size="small" onClick={onDiscard}>
              {strings.discard}
            </Button>
          }
        />
      ) : null}
    </div>
  );
}
