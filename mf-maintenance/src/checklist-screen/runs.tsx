import { checklistRunLink } from '@mainstay/remote-contract';
import { SkeletonCard } from '@mainstay/ui/base';
import { FileOutlined } from '@mainstay/ui/core';
import { formatDay, usePagedList } from '@mainstay/web-kit';
import { ListContents, ListTable } from '@mainstay/web-kit/lists';
import { progressOf } from '../checklist-runs/progress.ts';
import { type ListedRun, runsQuery } from '../checklist-runs/runs.queries.ts';
import { screenStrings as strings } from './screen-strings.ts';

/** The checklists that are worked through, or those that are finished. */
export function Runs({ state, onOpen }: { state: 'open' | 'done'; onOpen: (id: string) => void }) {
  const list = usePagedList(runsQuery({ state })());
  const dayOf = ({ createdAt, completedAt, location }: ListedRun) =>
    formatDay(completedAt ?? createdAt, location.timezone);
  return (
    <ListContents
      list={list}
      problem={strings.loadFailed}
      loading={<SkeletonCard lines={6} />}
      empty={{ icon: <FileOutlined />, title: strings.empty, hint: strings.emptyHints[state] }}
    >
      <ListTable
        label={strings.tabs[state]}
        rows={list.items}
        title={strings.columns.name}
        nameOf={({ name }) => name}
        columns={[
          { title: strings.columns.location, width: '28%', render: ({ location }) => location.name },
          { title: strings.columns.progress, width: 160, render: progressOf },
          { title: strings.columns[state === 'open' ? 'started' : 'done'], width: 120, render: dayOf },
        ]}
        brief={(run) => [run.location.name, progressOf(run), dayOf(run)]}
        onOpen={({ id }) => onOpen(id)}
        hrefOf={({ id }) => checklistRunLink(id)}
      />
    </ListContents>
  );
}
