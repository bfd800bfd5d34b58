import { Badge, Button, Flex, WarningOutlined } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { opensHere } from '@mainstay/web-kit';
import { type ListColumn, ListTable, type RowAction } from '@mainstay/web-kit/lists';
import { type ReactNode, useId } from 'react';
import { type Equipment, type Store } from '../api/core.ts';
import { strings } from '../strings.ts';
import { recordLink } from '../use-record-address.ts';
import { isInForce } from './days.ts';
import { useTurnStickerOff, useTurnStickerOn } from './equipment.queries.ts';
import { type StoreGroup } from './group-by-store.ts';
import { statusVariants } from './status-variants.ts';
import { StickerIcon } from './sticker-icon.tsx';
import { stickerWords } from './sticker-words.ts';
import styles from './store-equipment.module.css';

/** What is as it should be is not stressed. */
const statusOf = ({ status }: Equipment) =>
  status === 'in_service' ? (
    strings.status[status]
  ) : (
    <Badge variant={statusVariants[status]}>{strings.status[status]}</Badge>
  );

/** Its kind, and whether its warranty is in force. */
const kindOf = ({ category, warrantyUntil, location }: Equipment, now: Date) =>
  [strings.category[category], isInForce(warrantyUntil, now, location.timezone) && strings.underWarranty]
    .filter(Boolean)
    .join(' · ');

const columnsOf = (ticketsOf: (each: Equipment) => ReactNode, now: Date): ListColumn<Equipment>[] => [
  { title: strings.columns.tickets, width: 170, render: ticketsOf },
  {
    title: strings.columns.sticker,
    width: 200,
    render: ({ code }) => (
      <span className={code ? undefined : styles.none} title={stickerWords(code, now)}>
        {stickerWords(code, now, true)}
      </span>
    ),
  },
  { title: strings.filter.status, width: 150, render: statusOf },
];

interface Actions extends Record<
  'onOpen' | 'onHistory' | 'onEdit' | 'onDelete',
  (equipment: Equipment) => void
> {
  /** Administrators only. */
  canDelete: boolean;
  /** Prints stickers of the store, or of one piece of equipment alone. */
  onPrint: (store: Store, equipmentId?: string) => void;
}

/** The equipment of one store: a card with a row for each piece. */
export function StoreEquipment({
  group: { store, equipment },
  now,
  ...actions
}: Actions & { group: StoreGroup; now: Date }) {
  const titleId = useId();
  const actionsOf = useActions(store, actions);
  const ticketsOf = (each: Equipment) => <OpenTickets equipment={each} onHistory={actions.onHistory} />;
  return (
    <section className={styles.store} aria-labelledby={titleId}>
      <ListTable
        label={store.name}
        rows={equipment}
        isTitled
        title={
          <Flex component="h2" id={titleId} className={styles.title} gap={8} align="baseline">
            {store.name} <span className={styles.number}>{strings.storeNumber(store.storeNumber)}</span>
          </Flex>
        }
        nameOf={({ name }) => name}
        below={(each) => kindOf(each, now)}
        columns={columnsOf(ticketsOf, now)}
        brief={(each) => [
          each.status === 'in_service' ? null : statusOf(each),
          kindOf(each, now),
          stickerWords(each.code, now, true),
        ]}
        aside={(each) => (each.openTickets === 0 ? null : ticketsOf(each))}
        actionsWidth={170}
        actionsTitle={
          <Button
            type="text"
            size="small"
            icon={<StickerIcon />}
            aria-haspopup="dialog"
            aria-label={strings.print.openFor(store.name)}
            onClick={() => actions.onPrint(store)}
          >
            <span className={styles.words}>{strings.print.open}</span>
          </Button>
        }
        actionsOf={actionsOf}
        onOpen={actions.onOpen}
        hrefOf={({ id }) => recordLink(id)}
      />
    </section>
  );
}

function OpenTickets({
  equipment: { id, openTickets },
  equipment,
  onHistory,
}: { equipment: Equipment } & Pick<Actions, 'onHistory'>) {
  return openTickets === 0 ? (
    <span className={styles.none}>{strings.openTickets(0)}</span>
  ) : (
    <Button
      type="link"
      className={styles.tickets}
      icon={<WarningOutlined />}
      aria-haspopup="dialog"
      {...opensHere(recordLink(id, 'history'), () => onHistory(equipment))}
    >
      {strings.openTickets(openTickets)}
    </Button>
  );
}

/** What can be done with a piece of equipment, and with the QR code of its sticker. */
function useActions(store: Store, { canDelete, onEdit, onDelete, onPrint }: Actions) {
  const turnOn = useTurnStickerOn();
  const turnOff = useTurnStickerOff();
  return (each: Equipment): RowAction[] => {
    const { id, code } = each;
    return [
      {
        name: strings.edit,
        icon: <EditOutlined />,
        isDialog: true,
        isFrequent: true,
        onClick: () => onEdit(each),
      },
      {
        name: code ? strings.sticker.printNew : strings.sticker.print,
        icon: <StickerIcon />,
        isDialog: true,
        onClick: () => onPrint(store, id),
      },
      ...(code
        ? [
            {
              name: code.active ? strings.sticker.turnOff : strings.sticker.turnOn,
              icon: <PoweroffOutlined />,
              onClick: () => (code.active ? turnOff : turnOn).mutate(code.id),
            },
          ]
        : []),
      ...(canDelete
        ? [
            {
              name: strings.delete,
              icon: <DeleteOutlined />,
              isDialog: true,
              danger: true,
              onClick: () => onDelete(each),
            },
          ]
        : []),
    ];
  };
}
