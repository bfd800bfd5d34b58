import { Dialog } from '../parts/dialog.tsx';
import { ActionButton } from './action-button.tsx';
import { strings } from '../strings.ts';
import styles from './sign-in-form.module.css';

/** Explains who can reset a password (specification, section 2). */
export function ResetPasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={strings.resetPassword.title}
      description={strings.resetPassword.description}
      onClose={onClose}
    >
      <p className={styles['paragraph']}>{strings.resetPassword.reason}</p>
      <div className={styles['end']}>
        <ActionButton onClick={onClose}>{strings.close}</ActionButton>
      </div>
    </Dialog>
  );
}
