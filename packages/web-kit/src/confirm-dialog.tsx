import { type ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';
import { strings } from './strings.ts';

/**
 * Asks before something is done, by default something that cannot be undone (`danger`). `subject` names what it is done
 * to.
 */
export function ConfirmDialog({
  open,
  title,
  labels,
  danger = true,
  prompt,
  subject,
  onConfirm,
  onClose,
  afterClose,
}: {
  open: boolean;
  title: string;
  labels: { cancel?: string; submit: string; pending: string };
  danger?: boolean;
  prompt: string;
  subject: ReactNode;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Called when the closing animation has ended. */
  afterClose?: () => void;
}) {
  return (
    <FormDialog
      open={open}
      title={title}
      labels={{ cancel: strings.cancel, ...labels }}
      danger={danger}
      initialValues={{}}
      onSubmit={onConfirm}
      onClose={onClose}
      {...(afterClose && { afterClose })}
    >
      <p className={styles.prompt}>{prompt}</p>
      <p className={styles.subject}>{subject}</p>
    </FormDialog>
  );
}
