import { checklistRunLink } from '@mainstay/remote-contract';
import { SkeletonCard, Surface } from '@mainstay/ui/base';
import { FileOutlined } from '@mainstay/ui/core';
import { Link } from '@mainstay/ui/router';
import { formatDay, usePagedList } from '@mainstay/web-kit';
import { ListContents } from '@mainstay/web-kit/lists';
import { progressOf } from '../checklist-runs/progress.ts';
import { type ListedRun, runsQuery } from '../checklist-runs/runs.queries.ts';
import styles from './runs.module.css';
import { screenStrings as strings } from './screen-strings.ts';

/** The checklists that are worked through, or those that are finished. */
export function Runs({ state }: { state: 'open' | 'done' }) {
  const list = usePagedList(runsQuery({ state })());
  return (
    <ListContents
      list={list}
      problem={strings.loadFailed}
      loading={<SkeletonCard lines={6} />}
      empty={{ icon: <FileOutlined />, title: strings.empty, hint: strings.emptyHints[state] }}
    >
      <Surface>
        <ul aria-label={strings.tabs[state]}>
          {list.items.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      </Surface>
    </ListContents>
  );
}

/** The whole row is the link. */
function RunRow({ run }: { run: ListedRun }) {
  const { id, name, location, createdAt, completedAt } = run;
  const at = completedAt ?? createdAt;
  return (
    <li className={styles.run}>
      <Link className={styles.open} to={checklistRunLink(id)}>
        {name}
      </Link>
      <span className={styles.soft}>{location.name}</span>
      <span>{progressOf(run)}</span>
      <time className={styles.soft} dateTime={at}>
        {formatDay(at, location.timezone)}
      </time>
    </li>
  );
}
