import { Badge, type BadgeVariant, Button, Surface, WarningOutlined } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import { type ReactNode } from 'react';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import styles from './equipment-card.module.css';
import { StickerIcon } from './sticker-icon.tsx';
import { stickerWords } from './sticker-words.ts';

/** The id of the card's heading, which describes its buttons. */
export const equipmentNameId = (equipment: Equipment) => `equipment-${equipment.id}`;

const variants: Record<Equipment['status'], BadgeVariant> = {
  in_service: 'secondary',
  out_of_service: 'destructive',
  retired: 'outline',
};

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
  const { name, category, status, code, openTickets } = equipment;
  const nameId = equipmentNameId(equipment);
  return (
    <Surface as="li" className={styles.card}>
      <div className={styles.head}>
        <div>
          <h3 className={styles.name} id={nameId}>
            {name}
          </h3>
          <p className={styles.category}>{strings.category[category]}</p>
        </div>
        <Badge variant={variants[status]}>{strings.status[status]}</Badge>
      </div>
      <div className={styles.lines}>
        <p className={styles.line} data-open={openTickets > 0 || undefined}>
          {openTickets > 0 ? <WarningOutlined /> : <CheckCircleOutlined />}
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
        </p>
        <p className={styles.line} data-missing={code === null || undefined}>
          <StickerIcon />
          {stickerWords(code, now)}
        </p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </Surface>
  );
}
