import { checklistRunLink } from '@mainstay/remote-contract';
import { useAppLink } from '@mainstay/web-kit';
import { progressOf } from './progress.ts';
import { type ListedRun } from './runs.queries.ts';
import styles from './run-link.module.css';

/** The name of a run, which leads to it, also out of a dialog, and how far it is. */
export function RunLink({ run }: { run: ListedRun }) {
  return (
    <>
      <a className={styles.link} {...useAppLink(checklistRunLink(run.id))}>
        {run.name}
      </a>{' '}
      <span className={styles.progress}>{progressOf(run)}</span>
    </>
  );
}
