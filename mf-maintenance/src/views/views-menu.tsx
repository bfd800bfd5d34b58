import { type SessionUser } from '@mainstay/remote-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ViewsIcon } from '../parts/line-icon.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { strings } from '../strings.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { viewStrings } from './view-strings.ts';
import { ViewsDialog } from './views-dialog.tsx';
import { viewsQuery } from './views.queries.ts';

export interface ViewsMenuProps {
  user: Pick<SessionUser, 'id' | 'role'>;
  /** The parameters of what is shown. */
  query: string;
  className: string | undefined;
  /** Called with the parameters of a view. */
  onOpen: (query: string) => void;
}

/** Keys of the menu that are no ids. */
const SAVE = 'save';
const MANAGE = 'manage';

/**
 * The Views menu: filters of the board under a name, one's own and those that others share. It is open at first, and
 * loads the views once.
 */
export function ViewsMenu({ user, query, className, onOpen }: ViewsMenuProps) {
  const { data: views = [], isPending, isLoadingError, refetch } = useQuery(viewsQuery);
  const [dialog, setDialog] = useState<string>();
  const close = () => setDialog(undefined);

  const itemsOf = (isOwn: boolean) =>
    views
      .filter(({ ownerId }) => (ownerId === user.id) === isOwn)
      .map(({ id, name }) => ({ key: id, label: name }));
  const others = itemsOf(false);
  const note = isLoadingError ? viewStrings.loadFailed : isPending && strings.loading;
  return (
    <>
      <MenuButton
        className={className}
        icon={<ViewsIcon />}
        isOpenAtFirst
        items={[
          { key: SAVE, label: viewStrings.save },
          ...itemsOf(true),
          ...(others.length > 0
            ? [{ key: 'shared', type: 'group' as const, label: viewStrings.isShared, children: others }]
            : []),
          ...(note ? [{ key: 'note', label: note, disabled: true }] : []),
          { type: 'divider' as const },
          { key: MANAGE, label: viewStrings.manage },
        ]}
        onOpen={() => {
          if (isLoadingError) void refetch();
        }}
        onChoose={(key) => {
          const view = views.find(({ id }) => id === key);
          if (view) onOpen(view.query);
          else setDialog(key);
        }}
      >
        {strings.page.views}
      </MenuButton>
      <SaveViewDialog query={query} canShare={user.role === 'admin'} open={dialog === SAVE} onClose={close} />
      <ViewsDialog user={user} open={dialog === MANAGE} onClose={close} />
    </>
  );
}
