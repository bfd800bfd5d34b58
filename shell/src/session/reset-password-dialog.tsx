import { Dialog } from '../app/dialog.tsx';
import { ActionButton } from './action-button.tsx';
import styles from './sign-in-form.module.css';

/** Says who can reset a password (specification, section 2). */
export function ResetPasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Reset Password" description="Please contact your administrator." onClose={onClose}>
      <p className={styles['paragraph']}>
        Password resets must be performed by an administrator for security reasons.
      </p>
      <div className={styles['end']}>
        <ActionButton onClick={onClose}>Close</ActionButton>
      </div>
    </Dialog>
  );
}
