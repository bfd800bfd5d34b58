import { FormDialog } from '@mainstay/web-kit';
import styles from './confirm-dialog.module.css';
import { strings } from './strings.ts';

/** Asks before something is taken away for good. `subject` is what will be gone. */
export function ConfirmDialog({
  open,
  title,
  labels,
  prompt,
  subject,
  onConfirm,
  onClose,
}: {
  open: boolean;
  title: string;
  labels: { submit: string; pending: string };
  prompt: string;
  subject: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <FormDialog
      open={open}
      title={title}
      labels={{ cancel: strings.cancel, ...labels }}
      danger
      initialValues={{}}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p className={styles.prompt}>{prompt}</p>
      <p className={styles.subject}>{subject}</p>
    </FormDialog>
  );
}
