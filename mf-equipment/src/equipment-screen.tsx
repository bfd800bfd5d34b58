import { type Role } from '@mainstay/remote-contract';
import { Button, SkeletonCard, ToolOutlined } from '@mainstay/ui/base';
import { useLateModule, useNow, useSearchedList } from '@mainstay/web-kit';
import { ListScreen, useFilters, useOpened, useSearchPlace } from '@mainstay/web-kit/lists';
import { useEffect, useMemo, useState } from 'react';
import { type Equipment, type Store } from './api/core.ts';
import { EquipmentFilters, noFilters } from './equipment/equipment-filters.tsx';
import { equipmentQuery, matchesEquipment } from './equipment/equipment.queries.ts';
import { groupByStore } from './equipment/group-by-store.ts';
import { StickerIcon } from './equipment/sticker-icon.tsx';
import { StoreEquipment } from './equipment/store-equipment.tsx';
import { strings } from './strings.ts';
import { type RecordTab, useRecordAddress } from './use-record-address.ts';

const loadDialogs = () => import(/* webpackChunkName: "dialogs" */ './dialogs.ts');
const loadStickers = () => import(/* webpackChunkName: "stickers" */ './stickers/print-stickers.tsx');
const loadImport = () => import(/* webpackChunkName: "import" */ './imports/import-equipment.tsx');

/** What the stickers are printed for: a store, one piece of equipment in it, or what is chosen in the dialog. */
interface Printing {
  store: Store | undefined;
  equipmentId: string | undefined;
}

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
  const [isAdding, setAdding] = useState(false);
  const changing = useOpened<Equipment>();
  const printing = useOpened<Printing, 'print'>();
  const search = useSearchPlace();
  const { item, tab, openRecord, showTab, closeRecord } = useRecordAddress();
  // Kept while the dialog closes.
  const [opened, setOpened] = useState<{ id: string; tab: RecordTab; listed?: Equipment }>();
  if (item !== undefined && (item !== opened?.id || tab !== opened.tab)) {
    setOpened({ ...(item === opened?.id && opened), id: item, tab });
  }
  const { loaded: dialogs, whenLoaded } = useLateModule(loadDialogs, strings.dialogFailed);
  const { loaded: stickers, whenLoaded: whenStickers } = useLateModule(
    loadStickers,
    strings.print.loadFailed,
  );
  // A record that the page's address names is opened by nothing else.
  useEffect(() => {
    if (item !== undefined) whenLoaded(() => undefined);
  }, [item, whenLoaded]);

  const print = (store: Store | undefined, equipmentId?: string) =>
    whenStickers(() => printing.show({ store, equipmentId }, 'print'));
  const open = (listed: Equipment, at: RecordTab) =>
    whenLoaded(() => {
      setOpened({ id: listed.id, tab: at, listed });
      openRecord(listed.id, at);
    });
  const change = (chosen: Equipment, by: 'edit' | 'delete') => whenLoaded(() => changing.show(chosen, by));

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
            onClick={() => print(filters.store)}
          >
            {strings.print.open}
          </Button>
        }
        loadImport={role === 'admin' ? loadImport : undefined}
        onAdd={() => whenLoaded(() => setAdding(true))}
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
            onOpen={(each) => open(each, 'details')}
            onHistory={(each) => open(each, 'history')}
            onEdit={(each) => change(each, 'edit')}
            onDelete={(each) => change(each, 'delete')}
            onPrint={print}
          />
        ))}
      </ListScreen>
      {dialogs ? (
        <dialogs.AddEquipmentDialog store={filters.store} open={isAdding} onClose={() => setAdding(false)} />
      ) : null}
      {dialogs && changing.thing ? (
        <>
          <dialogs.EditEquipmentDialog
            key={changing.thing.id}
            equipment={changing.thing}
            {...changing.dialog('edit')}
          />
          <dialogs.DeleteEquipmentDialog
            equipment={changing.thing}
            {...changing.dialog('delete')}
            afterClose={search.keepFocus}
          />
        </>
      ) : null}
      {dialogs && opened ? (
        <dialogs.RecordDialog
          key={opened.id}
          item={opened.id}
          listed={opened.listed}
          open={item === opened.id}
          tab={opened.tab}
          onTab={showTab}
          onPrint={({ id, location }) => print(location, id)}
          onClose={closeRecord}
          afterClose={() => {
            setOpened(undefined);
            search.keepFocus();
          }}
        />
      ) : null}
      {printing.thing && stickers ? (
        <stickers.PrintStickers
          {...printing.thing}
          {...printing.dialog('print')}
          afterClose={() => {
            // What was made is forgotten with it.
            printing.forget();
            search.keepFocus();
          }}
        />
      ) : null}
    </>
  );
}
