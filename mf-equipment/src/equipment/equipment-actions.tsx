import { Button } from '@mainstay/ui/base';
import { DownOutlined, Dropdown } from '@mainstay/ui/core';
import { useRef } from 'react';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import { equipmentNameId } from './equipment-card.tsx';
import styles from './equipment-actions.module.css';
import { useTurnStickerOff, useTurnStickerOn } from './equipment.queries.ts';

/** What can be done with one piece of equipment in a dialog. */
export type Action = 'details' | 'edit' | 'print' | 'delete';

/** The buttons of a card, and its menu. @param canDelete administrators only */
export function EquipmentActions({
  equipment,
  canDelete,
  onChoose,
}: {
  equipment: Equipment;
  canDelete: boolean;
  onChoose: (action: Action) => void;
}) {
  const more = useRef<HTMLButtonElement>(null);
  const turnOn = useTurnStickerOn();
  const turnOff = useTurnStickerOff();
  const { code } = equipment;
  const described = { 'aria-describedby': equipmentNameId(equipment) };

  const items = [
    { key: 'print', label: code ? strings.sticker.printNew : strings.sticker.print },
    ...(code ? [{ key: 'turn', label: code.active ? strings.sticker.turnOff : strings.sticker.turnOn }] : []),
    ...(canDelete ? [{ key: 'delete', label: strings.delete, danger: true }] : []),
  ];

  const choose = (key: string) => {
    if (key === 'print' || key === 'delete') onChoose(key);
    else if (code) (code.active ? turnOff : turnOn).mutate(code.id);
  };

  return (
    <>
      <Button size="small" aria-haspopup="dialog" {...described} onClick={() => onChoose('details')}>
        {strings.details}
      </Button>
      <Button size="small" aria-haspopup="dialog" {...described} onClick={() => onChoose('edit')}>
        {strings.edit}
      </Button>
      <Dropdown
        trigger={['click']}
        autoFocus
        onOpenChange={(isOpen) => {
          if (!isOpen) more.current?.focus();
        }}
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            // The same Enter would also press a button of the dialog, which has the focus by then.
            domEvent.preventDefault();
            choose(key);
          },
        }}
      >
        <Button
          ref={more}
          size="small"
          type="text"
          className={styles.more}
          aria-haspopup="menu"
          aria-busy={turnOn.isPending || turnOff.isPending}
          {...described}
        >
          {strings.more} <DownOutlined />
        </Button>
      </Dropdown>
    </>
  );
}
