import { useIsOffline } from '@mainstay/web-kit';
import { DialogMenu, type MenuAction } from '@mainstay/web-kit/forms';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { useCopyLink } from './copy-link.tsx';
import { detailStrings } from './detail-strings.ts';
import { useWatch } from './watch-button.tsx';

/**
 * What is seldom done with a ticket. On a phone, which has no room for buttons, it has those too.
 * @param onAsk opens one of the dialogs
 */
export function TicketMenu({
  ticket: { id, watching },
  isPhone,
  canDelete,
  onAsk,
  onPrint,
}: {
  ticket: Ticket;
  isPhone: boolean;
  canDelete: boolean;
  onAsk: (what: 'edit' | 'delete') => void;
  onPrint: () => void;
}) {
  const isDisabled = useIsOffline();
  const copy = useCopyLink(id);
  const { name, toggle } = useWatch(id, watching);
  const actions: MenuAction[] = [];
  if (isPhone) {
    actions.push(
      { name: detailStrings.edit, isDisabled, onClick: () => onAsk('edit') },
      { name, isDisabled: isDisabled || watching === undefined, onClick: toggle },
      { name: detailStrings.copyLink, onClick: () => void copy() },
      { name: detailStrings.print, isDisabled, onClick: onPrint },
    );
  }
  if (canDelete) {
    actions.push({ name: detailStrings.delete, danger: true, isDisabled, onClick: () => onAsk('delete') });
  }
  return <DialogMenu actions={actions} />;
}
