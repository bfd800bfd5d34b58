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
} from '@mainstay/web-kit';
import { useMemo, useRef, useState } from 'react';
import { type Equipment, type Store } from './api/core.ts';
import styles from './equipment-screen.module.css';
import { type Action, EquipmentActions } from './equipment/equipment-actions.tsx';
import { EquipmentCard } from './equipment/equipment-card.tsx';
import {
  AddEquipmentDialog,
  DeleteEquipmentDialog,
  EditEquipmentDialog,
} from './equipment/equipment-dialogs.tsx';
import { EquipmentFilters, noFilters } from './equipment/equipment-filters.tsx';
import { equipmentQuery, matchesEquipment } from './equipment/equipment.queries.ts';
import { groupByStore } from './equipment/group-by-store.ts';
import { StickerIcon } from './equipment/sticker-icon.tsx';
import { StoreSection } from './equipment/store-section.tsx';
import { HistoryDialog } from './history/history-dialog.tsx';
import { strings } from './strings.ts';
import { useStickers } from './use-stickers.ts';

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
  const [shown, setShown] = useState<{ equipment: Equipment; by: Action; isOpen: boolean }>();
  const [printing, setPrinting] = useState<Printing>();
  const { PrintStickers, whenLoaded } = useStickers();
  const search = useRef<HTMLDivElement>(null);
  const isNarrowed = text.trim() !== '' || Object.values(filters).some((value) => value !== undefined);

  const print = (store: Store | undefined, equipmentId?: string) =>
    whenLoaded(() => setPrinting({ store, equipmentId, isOpen: true }));
  const show = (chosen: Equipment, by: Action) => {
    if (by === 'print') print(chosen.location, chosen.id);
    else setShown({ equipment: chosen, by, isOpen: true });
  };
  const isShown = (by: Action) => shown?.by === by && shown.isOpen;
  const hide = () => setShown((before) => before && { ...before, isOpen: false });
  /** The card with the focused button may be gone. */
  const keepFocus = () => {
    if (document.activeElement === document.body) search.current?.querySelector('input')?.focus();
  };

  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
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
                onHistory={() => show(each, 'history')}
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
      <AddEquipmentDialog store={filters.store} open={isAdding} onClose={() => setAdding(false)} />
      {shown ? (
        <>
          <EditEquipmentDialog
            key={shown.equipment.id}
            equipment={shown.equipment}
            open={isShown('edit')}
            onClose={hide}
          />
          <DeleteEquipmentDialog
            equipment={shown.equipment}
            open={isShown('delete')}
            onClose={hide}
            afterClose={keepFocus}
          />
          <HistoryDialog
            equipment={shown.equipment}
            open={isShown('history')}
            onClose={hide}
            afterClose={keepFocus}
          />
        </>
      ) : null}
      {printing && PrintStickers ? (
        <PrintStickers
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
