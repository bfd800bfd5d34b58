import { ActionButton } from '../session/action-button.tsx';
import styles from './full-screen-notice.module.css';

/** A full-page message with one action. */
export function FullScreenNotice({
  title,
  text,
  action,
  onAction,
}: {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}) {
  return (
    <main className={styles['notice']}>
      <h1>{title}</h1>
      <p>{text}</p>
      <ActionButton onClick={onAction}>{action}</ActionButton>
    </main>
  );
}
