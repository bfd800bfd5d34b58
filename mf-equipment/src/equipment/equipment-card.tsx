import { Badge, Button, WarningOutlined } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import { CardLine, ListCard } from '@mainstay/web-kit/lists';
import { type ReactNode } from 'react';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import { isInForce } from './days.ts';
import styles from './equipment-card.module.css';
import { statusVariants } from './status-variants.ts';
import { StickerIcon } from './sticker-icon.tsx';
import { stickerWords } from './sticker-words.ts';

/** The id of the card's heading, which describes its buttons. */
export const equipmentNameId = (equipment: Equipment) => `equipment-${equipment.id}`;

/** One piece of equipment. @param onHistory shows its tickets */
export function EquipmentCard({
  equipment,
  now,
  actions,
  onHistory,
}: {
  equipment: Equipment;
  now: Date;
  actions: ReactNode;
  onHistory: () => void;
}) {
  const { name, category, status, code, openTickets, warrantyUntil, location } = equipment;
  const nameId = equipmentNameId(equipment);
  return (
    <ListCard
      nameId={nameId}
      name={name}
      heading="h3"
      subtitle={strings.category[category]}
      state={{ variant: statusVariants[status], text: strings.status[status] }}
      actions={actions}
    >
      {isInForce(warrantyUntil, now, location.timezone) ? (
        <div>
          <Badge variant="default">{strings.record.underWarranty}</Badge>
        </div>
      ) : null}
      <CardLine
        icon={openTickets > 0 ? <WarningOutlined /> : <CheckCircleOutlined />}
        tone={openTickets > 0 ? 'alert' : undefined}
      >
        {openTickets > 0 ? (
          <Button
            className={styles.open}
            type="link"
            aria-haspopup="dialog"
            aria-describedby={nameId}
            onClick={onHistory}
          >
            {strings.openTickets(openTickets)}
          </Button>
        ) : (
          strings.openTickets(openTickets)
        )}
      </CardLine>
      <CardLine icon={<StickerIcon />} tone={code === null ? 'missing' : undefined}>
        {stickerWords(code, now)}
      </CardLine>
    </ListCard>
  );
}
