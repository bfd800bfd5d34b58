import { type ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';
import { strings } from './strings.ts';

/** Asks for confirmation before something is deleted. `subject` names what will be deleted. */
export function ConfirmDialog({
  open,
  title,
  labels,
  prompt,
  subject,
  onConfirm,
  onClose,
  afterClose,
}: {
  open: boolean;
  title: string;
  labels: { submit: string; pending: string };
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
      danger
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
