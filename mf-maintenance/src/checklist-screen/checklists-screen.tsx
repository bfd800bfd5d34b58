import { links, type RemoteHost } from '@mainstay/remote-contract';
import { Button, late, PageHeader } from '@mainstay/ui/base';
import { PlusOutlined, Tabs } from '@mainstay/ui/core';
import { useSearchParams } from '@mainstay/ui/router';
import { ExportCsv, opensHere, ToastContext } from '@mainstay/web-kit';
import { useState } from 'react';
import { checklistStrings } from '../checklists/checklist-strings.ts';
import { RunView } from '../checklist-runs/run-view.tsx';
import { runStrings } from '../checklist-runs/run-strings.ts';
import { lateStart } from '../checklist-runs/late-start.ts';
import { Runs } from './runs.tsx';
import { screenStrings as strings } from './screen-strings.ts';

/** The screen Checklists: what is to be checked, what was, and for administrators what can be started. */
export function ChecklistsScreen({ host }: { host: Pick<RemoteHost, 'toast' | 'user'> }) {
  const [given, write] = useSearchParams();
  const runId = given.get('run');
  const back = (
    <Button key="back" {...opensHere(links.checklists, () => write(new URLSearchParams()))}>
      {runStrings.back}
    </Button>
  );
  return (
    <ToastContext value={host.toast}>
      {runId ? (
        <RunView id={runId} userId={host.user.id} back={back} />
      ) : (
        <Checklists isAdmin={host.user.role === 'admin'} />
      )}
    </ToastContext>
  );
}

const tabs = ['open', 'done', 'templates'] as const;

/** For administrators alone. */
const Templates = late(() => import(/* webpackChunkName: "checklist-templates" */ './templates.tsx')).screen(
  ({ Templates: Loaded }) => Loaded,
);

function Checklists({ isAdmin }: { isAdmin: boolean }) {
  const [given, write] = useSearchParams();
  const [isStarting, setStarting] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const shown = tabs.filter((tab) => isAdmin || tab !== 'templates');
  const tab = shown.find((each) => each === given.get('tab')) ?? 'open';
  const isTemplates = tab === 'templates';
  const start = lateStart.usePressed(isStarting, () => setStarting(false));
  const templates = <Templates isAdding={isAdding} onAdded={() => setAdding(false)} />;
  const primary = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      aria-haspopup="dialog"
      onClick={() => (isTemplates ? setAdding : setStarting)(true)}
    >
      {isTemplates ? strings.templates.add : checklistStrings.start}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        secondary={[
          isTemplates ? null : <ExportCsv key="export" path="/api/checklist-runs" filter={{ state: tab }} />,
        ]}
        primary={primary}
      />
      <Tabs
        activeKey={tab}
        onChange={(key) => write(new URLSearchParams(key === 'open' ? {} : { tab: key }))}
        items={shown.map((each) => ({
          key: each,
          label: strings.tabs[each],
          children: each !== tab ? null : each === 'templates' ? templates : <Runs state={each} />,
        }))}
      />
      {start ? (
        <start.StartDialog
          open={isStarting}
          onClose={() => setStarting(false)}
          onStarted={({ id }) => write(new URLSearchParams({ run: id }))}
        />
      ) : null}
    </>
  );
}
