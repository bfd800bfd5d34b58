import { Placeholder } from '@mainstay/ui/base';
import { Tabs } from '@mainstay/ui/core';
import { isApiError } from '@mainstay/web-kit';
import { DetailDialog } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Equipment } from './api/core.ts';
import { EditEquipmentDialog } from './equipment/equipment-dialogs.tsx';
import { recordQuery, summaryQuery } from './equipment/equipment.queries.ts';
import { RecordDetails } from './equipment/record-details.tsx';
import { RecordSticker } from './equipment/record-sticker.tsx';
import { RecordSummary } from './equipment/record-summary.tsx';
import { CostList } from './history/cost-list.tsx';
import { TicketList } from './history/ticket-list.tsx';
import { type RecordTab, recordTabs } from './use-record-address.ts';
import { recordStrings } from './equipment/record-strings.ts';

interface RecordProps {
  tab: RecordTab;
  onTab: (tab: RecordTab) => void;
  onPrint: (equipment: Equipment) => void;
}

/** Anything else would be another path of the API. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The record of a piece of equipment, which is read by its id: it may be in no list that is loaded.
 * @param item the id that the address has, which may be of nothing at all
 * @param listed shown until the present state is loaded
 */
export function RecordDialog({
  item,
  listed,
  open,
  onClose,
  afterClose,
  ...record
}: RecordProps & {
  item: string;
  listed: Equipment | undefined;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}) {
  const isId = ID.test(item);
  const { data, error, isPending } = useQuery({ ...recordQuery(item), enabled: open && isId });
  const isGone = !isId || (isApiError(error) && error.status === 404);
  const equipment = isGone ? undefined : (data?.body ?? listed);
  return (
    <DetailDialog
      title={(equipment ?? listed)?.name ?? recordStrings.unnamed}
      problem={isGone ? recordStrings.gone : error?.message}
      open={open}
      hasTabs
      hasAddress
      pageTitle={equipment?.name}
      onClose={onClose}
      afterClose={afterClose}
    >
      {equipment ? <EquipmentRecord equipment={equipment} {...record} /> : null}
      {!equipment && isPending && isId ? <Placeholder height="320px" /> : null}
    </DetailDialog>
  );
}

function EquipmentRecord({ equipment, tab, onTab, onPrint }: RecordProps & { equipment: Equipment }) {
  const [isEditing, setEditing] = useState(false);
  const { data: summary } = useQuery(summaryQuery(equipment.id));
  const contents: Record<RecordTab, ReactNode> = {
    details: <RecordDetails equipment={equipment} onEdit={() => setEditing(true)} />,
    history: <TicketList equipmentId={equipment.id} />,
    costs: <CostList equipmentId={equipment.id} total={summary?.totalCost} />,
    stickers: <RecordSticker code={equipment.code} onPrint={() => onPrint(equipment)} />,
  };
  return (
    <>
      <RecordSummary equipment={equipment} />
      <Tabs
        // All of them fit beside each other on a phone.
        tabBarGutter={16}
        activeKey={tab}
        onChange={(key) => {
          const chosen = recordTabs.find((each) => each === key);
          if (chosen) onTab(chosen);
        }}
        items={recordTabs.map((key) => ({
          key,
          label: recordStrings.tabs[key],
          children: contents[key],
        }))}
      />
      <EditEquipmentDialog equipment={equipment} open={isEditing} onClose={() => setEditing(false)} />
    </>
  );
}
