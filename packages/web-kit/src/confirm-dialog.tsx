import { type ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { formStrings } from './form-strings.ts';

/**
 * Asks for confirmation; by default of a deletion, which cannot be undone (`danger`). `subject` names the object.
 * @param children what stands below it
 */
export function ConfirmDialog({
  labels = { submit: formStrings.delete, pending: formStrings.deleting },
  prompt,
  subject,
  onConfirm,
  children,
  ...dialog
}: Pick<
  FormDialogProps<object>,
  'open' | 'title' | 'labels' | 'danger' | 'alternative' | 'onClose' | 'afterClose'
> & {
  prompt: string;
  subject: ReactNode;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}) {
  return (
    <FormDialog danger {...dialog} labels={labels} initialValues={{}} onSubmit={onConfirm}>
      <p className={styles.prompt}>{prompt}</p>
      <p className={styles.subject}>{subject}</p>
      {children}
    </FormDialog>
  );
}
