import { type Role } from '@mainstay/remote-contract';
import { Button, SkeletonCard, ToolOutlined } from '@mainstay/ui/base';
import { useNow, useSearchedList } from '@mainstay/web-kit';
import { ListScreen, useFilters, useSearchPlace } from '@mainstay/web-kit/lists';
import { useMemo } from 'react';
import { EquipmentDialogs } from './equipment-dialogs.tsx';
import { EquipmentFilters, noFilters } from './equipment/equipment-filters.tsx';
import { equipmentQuery, matchesEquipment } from './equipment/equipment.queries.ts';
import { groupByStore } from './equipment/group-by-store.ts';
import { StickerIcon } from './equipment/sticker-icon.tsx';
import { StoreEquipment } from './equipment/store-equipment.tsx';
import { strings } from './strings.ts';
import { useEquipmentDialogs } from './use-equipment-dialogs.ts';

const loadImport = () => import(/* webpackChunkName: "import" */ './imports/import-equipment.tsx');

/** The Equipment screen: everybody who sees a store adds and edits its equipment, administrators also delete it. */
export function EquipmentScreen({ role }: { role: Role }) {
  const now = useNow();
  const { text, q, chosen: filters, choose, narrowing } = useFilters(noFilters);
  const { isNarrowed } = narrowing;
  const filter = useMemo(() => {
    const { store, category, status } = filters;
    return { locationId: store?.id, category, status };
  }, [filters]);
  const equipment = useSearchedList(equipmentQuery(filter), matchesEquipment, text);
  const search = useSearchPlace();
  const shown = useEquipmentDialogs();

  return (
    <>
      <ListScreen
        texts={strings}
        list={equipment}
        exported={{ path: '/api/equipment', filter: { ...filter, q } }}
        narrowing={narrowing}
        searchPlace={search}
        filters={<EquipmentFilters filters={filters} onChange={choose} />}
        action={
          <Button
            key="print"
            icon={<StickerIcon />}
            aria-haspopup="dialog"
            onClick={() => shown.print(filters.store)}
          >
            {strings.print.open}
          </Button>
        }
        loadImport={role === 'admin' ? loadImport : undefined}
        onAdd={shown.add}
        loading={<SkeletonCard lines={8} />}
        empty={{
          icon: <ToolOutlined />,
          title: strings.none,
          hint: isNarrowed ? strings.noneMatching : strings.noneYet,
          canAdd: !isNarrowed,
        }}
      >
        {groupByStore(equipment.items).map((group) => (
          <StoreEquipment
            key={group.store.id}
            group={group}
            now={now}
            canDelete={role === 'admin'}
            onOpen={(each) => shown.record.open(each, 'details')}
            onHistory={(each) => shown.record.open(each, 'history')}
            onEdit={(each) => shown.change(each, 'edit')}
            onDelete={(each) => shown.change(each, 'delete')}
            onPrint={shown.print}
          />
        ))}
      </ListScreen>
      <EquipmentDialogs shown={shown} store={filters.store} keepFocus={search.keepFocus} />
    </>
  );
}
