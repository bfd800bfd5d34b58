import { type ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { strings } from './strings.ts';

/**
 * Asks for confirmation; by default of a deletion, which cannot be undone (`danger`). `subject` names the object.
 */
export function ConfirmDialog({
  labels = { submit: strings.delete, pending: strings.deleting },
  prompt,
  subject,
  onConfirm,
  ...dialog
}: Pick<FormDialogProps<object>, 'open' | 'title' | 'labels' | 'danger' | 'onClose' | 'afterClose'> & {
  prompt: string;
  subject: ReactNode;
  onConfirm: () => Promise<unknown>;
}) {
  return (
    <FormDialog danger {...dialog} labels={labels} initialValues={{}} onSubmit={onConfirm}>
      <p className={styles.prompt}>{prompt}</p>
      <p className={styles.subject}>{subject}</p>
    </FormDialog>
  );
}
