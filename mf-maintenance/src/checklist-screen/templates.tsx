import { SkeletonCard } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, FileOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { State } from '@mainstay/ui/table';
import { usePagedList } from '@mainstay/web-kit';
import { ListContents, ListTable, type RowAction, useOpened } from '@mainstay/web-kit/lists';
import { type Checklist } from '../checklists/checklists.queries.ts';
import { screenStrings } from './screen-strings.ts';
import { AddChecklistDialog, DeleteChecklistDialog, EditChecklistDialog } from './template-dialogs.tsx';
import { checklistsQuery, useUpdateChecklist } from './templates.queries.ts';

const strings = screenStrings.templates;

/** What can be started, for administrators. */
export function Templates({ isAdding, onAdded }: { isAdding: boolean; onAdded: () => void }) {
  const list = usePagedList(checklistsQuery({})());
  const opened = useOpened<Checklist>();
  const actionsOf = useTemplateActions(opened);
  return (
    <>
      <ListContents
        list={list}
        problem={screenStrings.loadFailed}
        loading={<SkeletonCard lines={6} />}
        empty={{ icon: <FileOutlined />, title: strings.empty, hint: strings.hint }}
      >
        <ListTable
          label={screenStrings.tabs.templates}
          rows={list.items}
          title={strings.columns.name}
          nameOf={({ name }) => name}
          columns={[
            { title: strings.columns.steps, width: '20%', render: stepsOf },
            { title: strings.columns.status, width: '20%', render: statusOf },
          ]}
          brief={(checklist) => [stepsOf(checklist), statusOf(checklist)]}
          actionsTitle={strings.columns.actions}
          actionsOf={actionsOf}
          onOpen={(checklist) => opened.show(checklist, 'edit')}
        />
      </ListContents>
      <AddChecklistDialog open={isAdding} onClose={onAdded} />
      {opened.thing ? (
        <>
          <EditChecklistDialog key={opened.thing.id} checklist={opened.thing} {...opened.dialog('edit')} />
          <DeleteChecklistDialog checklist={opened.thing} {...opened.dialog('delete')} />
        </>
      ) : null}
    </>
  );
}

/**
 * What an administrator does with a checklist.
 * @param opened opens the dialogs
 */
function useTemplateActions(opened: { show: (checklist: Checklist, by: 'edit' | 'delete') => void }) {
  const update = useUpdateChecklist();
  return (checklist: Checklist): RowAction[] => [
    {
      name: strings.edit,
      icon: <EditOutlined />,
      isDialog: true,
      isFrequent: true,
      onClick: () => opened.show(checklist, 'edit'),
    },
    {
      name: checklist.active ? strings.deactivate : strings.activate,
      icon: <PoweroffOutlined />,
      onClick: () => {
        const { id, active, version } = checklist;
        if (!update.isPending) update.mutate({ id, changes: { active: !active }, ifMatch: `"${version}"` });
      },
    },
    {
      name: strings.delete,
      icon: <DeleteOutlined />,
      isDialog: true,
      danger: true,
      onClick: () => opened.show(checklist, 'delete'),
    },
  ];
}

const stepsOf = ({ steps }: Checklist) => strings.steps(steps.length);

const statusOf = ({ active }: Checklist) => (
  <State status={active ? 'success' : 'default'} text={active ? strings.active : strings.inactive} />
);
