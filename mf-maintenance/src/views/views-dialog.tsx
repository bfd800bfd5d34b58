import { type SessionUser } from '@mainstay/remote-contract';
import { Badge, Button, EmptyState } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { ConfirmDialog, DetailDialog, FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog, useOpened } from '@mainstay/web-kit/lists';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ViewFields, type ViewValues } from './view-fields.tsx';
import { viewStrings } from './view-strings.ts';
import { useDeleteView, useUpdateView } from './view-writes.ts';
import { type View, viewsQuery } from './views.queries.ts';
import styles from './views-dialog.module.css';

/** The views of a user and the shared ones, to rename, share and delete. */
export function ViewsDialog({
  user,
  open,
  onClose,
}: OpenedDialog & { user: Pick<SessionUser, 'id' | 'role'> }) {
  const { data: views, isLoadingError } = useQuery(viewsQuery);
  const { thing, show, dialog } = useOpened<View>();
  const remove = useDeleteView();
  const list = useRef<HTMLUListElement>(null);
  const isAdmin = user.role === 'admin';
  const mayChange = ({ shared, ownerId }: View) => isAdmin || (ownerId === user.id && !shared);
  return (
    <>
      <DetailDialog
        title={viewStrings.title}
        problem={isLoadingError ? viewStrings.loadFailed : undefined}
        open={open}
        onClose={onClose}
      >
        {views?.length === 0 ? <EmptyState title={viewStrings.none} /> : null}
        <ul ref={list} className={styles.views} aria-label={viewStrings.title} tabIndex={-1}>
          {(views ?? []).map((view) => (
            <ViewRow key={view.id} view={view} mayChange={mayChange(view)} onAsk={show} />
          ))}
        </ul>
      </DetailDialog>
      {thing ? (
        <>
          <EditViewDialog key={thing.id} view={thing} canShare={isAdmin} {...dialog('edit')} />
          <ConfirmDialog
            {...dialog('delete')}
            title={viewStrings.deleteTitle}
            prompt={viewStrings.deletePrompt}
            subject={thing.name}
            onConfirm={() => remove.mutateAsync(thing.id).then(dialog('delete').onClose)}
            afterClose={() => {
              // The button that opened it may be removed.
              if (document.activeElement === document.body) list.current?.focus();
            }}
          />
        </>
      ) : null}
    </>
  );
}

function ViewRow({
  view,
  mayChange,
  onAsk,
}: {
  view: View;
  mayChange: boolean;
  onAsk: (view: View, by: 'edit' | 'delete') => void;
}) {
  return (
    <li>
      <span className={styles.name}>{view.name}</span>
      {view.shared ? <Badge variant="secondary">{viewStrings.isShared}</Badge> : null}
      {mayChange ? (
        <>
          <Button
            type="text"
            icon={<EditOutlined />}
            aria-label={viewStrings.edit(view.name)}
            onClick={() => onAsk(view, 'edit')}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={viewStrings.delete(view.name)}
            onClick={() => onAsk(view, 'delete')}
          />
        </>
      ) : null}
    </li>
  );
}

function EditViewDialog({
  view: { id, name, shared, version },
  canShare,
  ...dialog
}: OpenedDialog & { view: View; canShare: boolean }) {
  const update = useUpdateView();
  return (
    <FormDialog<ViewValues>
      {...dialog}
      title={viewStrings.editTitle}
      objectId={id}
      initialValues={{ name, shared }}
      onSubmit={(_values, { changes }) =>
        update.mutateAsync({ id, changes, ifMatch: `"${version}"` }).then(dialog.onClose)
      }
    >
      <ViewFields canShare={canShare} />
    </FormDialog>
  );
}
