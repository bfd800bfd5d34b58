import { type ComponentProps, type ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';
import { strings } from './strings.ts';

type DialogProps = ComponentProps<typeof FormDialog<object>>;

/**
 * Asks before something is done, by default something that cannot be undone (`danger`). `subject` names what it is done
 * to.
 */
export function ConfirmDialog({
  labels,
  prompt,
  subject,
  onConfirm,
  ...dialog
}: Pick<DialogProps, 'open' | 'title' | 'danger' | 'onClose' | 'afterClose'> & {
  labels: { cancel?: string; submit: string; pending: string };
  prompt: string;
  subject: ReactNode;
  onConfirm: () => Promise<unknown>;
}) {
  return (
    <FormDialog
      danger
      {...dialog}
      labels={{ cancel: strings.cancel, ...labels }}
      initialValues={{}}
      objectId={undefined}
      onSubmit={onConfirm}
    >
      <p className={styles.prompt}>{prompt}</p>
      <p className={styles.subject}>{subject}</p>
    </FormDialog>
  );
}
