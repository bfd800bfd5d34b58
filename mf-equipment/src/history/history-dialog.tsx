import { DetailDialog } from '@mainstay/web-kit';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import styles from './history-dialog.module.css';
import { TicketList } from './ticket-list.tsx';

/** All tickets about a piece of equipment, each leading to its ticket. */
export function HistoryDialog({
  equipment: { id, name, location },
  ...dialog
}: {
  equipment: Equipment;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}) {
  return (
    <DetailDialog {...dialog} title={strings.tickets.title(name)} problem={undefined}>
      <p className={styles.store}>{strings.storeOption(location.name, location.storeNumber)}</p>
      <TicketList equipmentId={id} />
    </DetailDialog>
  );
}
