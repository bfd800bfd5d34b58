import { type Role } from '@mainstay/remote-contract';
import {
  Button,
  EmptyState,
  PageHeader,
  SkeletonCard,
  ToolOutlined,
  VisuallyHidden,
} from '@mainstay/ui/base';
import { PlusOutlined } from '@mainstay/ui/core';
import {
  ExportCsv,
  ImportButton,
  ListEnd,
  LoadFailed,
  SearchField,
  useNow,
  useSearchedList,
  useLateModule,
} from '@mainstay/web-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Equipment, type Store } from './api/core.ts';
import styles from './equipment-screen.module.css';
import { type Action, EquipmentActions } from './equipment/equipment-actions.tsx';
import { EquipmentCard } from './equipment/equipment-card.tsx';
import { EquipmentFilters, noFilters } from './equipment/equipment-filters.tsx';
import { equipmentQuery, matchesEquipment } from './equipment/equipment.queries.ts';
import { groupByStore } from './equipment/group-by-store.ts';
import { StickerIcon } from './equipment/sticker-icon.tsx';
import { StoreSection } from './equipment/store-section.tsx';
import { strings } from './strings.ts';
import { type RecordTab, useRecordAddress } from './use-record-address.ts';

const loadDialogs = () => import(/* webpackChunkName: "dialogs" */ './dialogs.ts');
const loadStickers = () => import(/* webpackChunkName: "stickers" */ './stickers/print-stickers.tsx');
const loadImport = () => import(/* webpackChunkName: "import" */ './imports/import-equipment.tsx');
const loadingCards = [1, 2, 3, 4, 5, 6];

/** What the stickers are printed for: a store, one piece of equipment in it, or what is chosen in the dialog. */
interface Printing {
  store: Store | undefined;
  equipmentId: string | undefined;
  isOpen: boolean;
}

/** The Equipment screen: everybody who sees a store adds and edits its equipment, administrators also delete it. */
export function EquipmentScreen({ role }: { role: Role }) {
  const now = useNow();
  const [text, setText] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const filter = useMemo(() => {
    const { store, category, status } = filters;
    return { locationId: store?.id, category, status };
  }, [filters]);
  const equipment = useSearchedList(equipmentQuery(filter), matchesEquipment, text);
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<{ equipment: Equipment; by: 'edit' | 'delete'; isOpen: boolean }>();
  const { item, tab, openRecord, showTab, closeRecord } = useRecordAddress();
  // Kept while the dialog closes.
  const [opened, setOpened] = useState<{ id: string; tab: RecordTab; listed?: Equipment }>();
  if (item !== undefined && (item !== opened?.id || tab !== opened.tab)) {
    setOpened({ ...(item === opened?.id && opened), id: item, tab });
  }
  const [printing, setPrinting] = useState<Printing>();
  const { loaded: dialogs, whenLoaded } = useLateModule(loadDialogs, strings.dialogFailed);
  const { loaded: stickers, whenLoaded: whenStickers } = useLateModule(
    loadStickers,
    strings.print.loadFailed,
  );
  // A record that the page's address names is opened by nothing else.
  useEffect(() => {
    if (item !== undefined) whenLoaded(() => undefined);
  }, [item, whenLoaded]);
  const search = useRef<HTMLDivElement>(null);
  const isNarrowed = text.trim() !== '' || Object.values(filters).some((value) => value !== undefined);

  const print = (store: Store | undefined, equipmentId?: string) =>
    whenStickers(() => setPrinting({ store, equipmentId, isOpen: true }));
  const open = (listed: Equipment, at: RecordTab) =>
    whenLoaded(() => {
      setOpened({ id: listed.id, tab: at, listed });
      openRecord(listed.id, at);
    });
  const show = (chosen: Equipment, by: Action) => {
    if (by === 'print') print(chosen.location, chosen.id);
    else if (by === 'details') open(chosen, 'details');
    else whenLoaded(() => setShown({ equipment: chosen, by, isOpen: true }));
  };
  const isShown = (by: 'edit' | 'delete') => shown?.by === by && shown.isOpen;
  const hide = () => setShown((before) => before && { ...before, isOpen: false });
  /** The card with the focused button may be gone. */
  const keepFocus = () => {
    if (document.activeElement === document.body) search.current?.querySelector('input')?.focus();
  };

  const addButton = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      aria-haspopup="dialog"
      onClick={() => whenLoaded(() => setAdding(true))}
    >
      {strings.add}
    </Button>
  );

  const list = () => {
    if (equipment.isPending) {
      return (
        <div className={styles.loading} aria-busy="true">
          {loadingCards.map((card) => (
            <SkeletonCard key={card} lines={3} badges={2} />
          ))}
        </div>
      );
    }
    if (equipment.isFailed) return <LoadFailed title={strings.loadFailed} onRetry={equipment.retry} />;
    if (equipment.items.length === 0 && !equipment.isSearching) {
      return (
        <EmptyState
          icon={<ToolOutlined />}
          title={strings.none}
          hint={isNarrowed ? strings.noneMatching : strings.noneYet}
          action={isNarrowed ? undefined : addButton}
        />
      );
    }
    return (
      <div aria-busy={equipment.isSearching}>
        {groupByStore(equipment.items).map((group) => (
          <StoreSection key={group.store.id} group={group} onPrint={() => print(group.store)}>
            {group.equipment.map((each) => (
              <EquipmentCard
                key={each.id}
                equipment={each}
                now={now}
                onHistory={() => open(each, 'history')}
                actions={
                  <EquipmentActions
                    equipment={each}
                    canDelete={role === 'admin'}
                    onChoose={(action) => show(each, action)}
                  />
                }
              />
            ))}
          </StoreSection>
        ))}
        <ListEnd {...equipment} problem={strings.loadFailed} />
      </div>
    );
  };

  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        actions={
          <>
            <ExportCsv
              path="/api/equipment"
              filter={{ ...filter, q: text.trim() || undefined }}
              total={equipment.total}
            />
            <Button icon={<StickerIcon />} aria-haspopup="dialog" onClick={() => print(filters.store)}>
              {strings.print.open}
            </Button>
            {role === 'admin' ? <ImportButton load={loadImport} /> : null}
            {addButton}
          </>
        }
      />
      <div ref={search} className={styles.filters}>
        <SearchField className={styles.search} label={strings.search} onSearch={setText} />
        <EquipmentFilters filters={filters} onChange={setFilters} />
      </div>
      <VisuallyHidden aria-live="polite">
        {isNarrowed && !equipment.isPending && !equipment.isSearching && equipment.total !== undefined
          ? strings.found(equipment.total, equipment.isAtLeast)
          : null}
      </VisuallyHidden>
      {list()}
      {dialogs ? (
        <dialogs.AddEquipmentDialog store={filters.store} open={isAdding} onClose={() => setAdding(false)} />
      ) : null}
      {dialogs && shown ? (
        <>
          <dialogs.EditEquipmentDialog
            key={shown.equipment.id}
            equipment={shown.equipment}
            open={isShown('edit')}
            onClose={hide}
          />
          <dialogs.DeleteEquipmentDialog
            equipment={shown.equipment}
            open={isShown('delete')}
            onClose={hide}
            afterClose={keepFocus}
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
            keepFocus();
          }}
        />
      ) : null}
      {printing && stickers ? (
        <stickers.PrintStickers
          store={printing.store}
          equipmentId={printing.equipmentId}
          open={printing.isOpen}
          onClose={() => setPrinting({ ...printing, isOpen: false })}
          afterClose={() => {
            // What was made is forgotten with it.
            setPrinting(undefined);
            keepFocus();
          }}
        />
      ) : null}
    </>
  );
}
