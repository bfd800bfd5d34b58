import { type SessionUser } from '@mainstay/remote-contract';
import {
  Button,
  EmptyState,
  PageHeader,
  ShopOutlined,
  SkeletonCard,
  VisuallyHidden,
} from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { useSearchParams } from '@mainstay/ui/router';
import {
  CardGrid,
  ExportCsv,
  ImportButton,
  ListEnd,
  LoadFailed,
  OnlineButton,
  SearchField,
  useSearchedList,
} from '@mainstay/web-kit';
import { useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { LocationCard, locationNameId } from './location-card.tsx';
import { AddLocationDialog, DeleteLocationDialog, EditLocationDialog } from './location-dialogs.tsx';
import { matchesLocation, type Location, locationsQuery, useRestoreLocation } from './locations.queries.ts';
import styles from './locations-screen.module.css';

const loadImport = () => import(/* webpackChunkName: "import" */ './import-locations.tsx');
const loadingCards = [1, 2, 3, 4, 5, 6];
const shownOptions = Object.entries(strings.shown).map(([value, label]) => ({ value, label }));

/** The Locations screen (specification, section 2): administrators manage the list, district managers read it. */
export function LocationsScreen({ brandName, role }: { brandName: string; role: SessionUser['role'] }) {
  const canManage = role === 'admin';
  const [text, setText] = useState('');
  const [parameters, setParameters] = useSearchParams();
  const archived = canManage && parameters.get('archived') === 'true' ? 'true' : undefined;
  const locations = useSearchedList(locationsQuery(archived), matchesLocation, text);
  const restore = useRestoreLocation();
  const [isAdding, setAdding] = useState(false);
  const [change, setChange] = useState<{ location: Location; by: 'edit' | 'delete'; isOpen: boolean }>();
  const search = useRef<HTMLDivElement>(null);

  const closeChange = () => setChange((shown) => shown && { ...shown, isOpen: false });

  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
      {strings.add}
    </Button>
  );

  const focusSearch = () => search.current?.querySelector('input')?.focus();

  const restoreButton = (location: Location) => (
    <OnlineButton
      size="small"
      aria-describedby={locationNameId(location)}
      loading={restore.isPending && restore.variables === location.id}
      onClick={() => restore.mutate(location.id, { onSuccess: focusSearch })}
    >
      {strings.restore}
    </OnlineButton>
  );

  const changeButtons = (location: Location) => (
    <>
      <Button
        size="small"
        icon={<EditOutlined />}
        aria-haspopup="dialog"
        aria-describedby={locationNameId(location)}
        onClick={() => setChange({ location, by: 'edit', isOpen: true })}
      >
        {strings.edit}
      </Button>
      <Button
        size="small"
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-haspopup="dialog"
        aria-describedby={locationNameId(location)}
        onClick={() => setChange({ location, by: 'delete', isOpen: true })}
      >
        {strings.delete}
      </Button>
    </>
  );

  const actions = archived ? restoreButton : changeButtons;

  const list = () => {
    if (locations.isPending) {
      return (
        <CardGrid as="div" aria-busy="true">
          {loadingCards.map((card) => (
            <SkeletonCard key={card} lines={3} badges={canManage ? 2 : 0} />
          ))}
        </CardGrid>
      );
    }
    if (locations.isFailed) return <LoadFailed title={strings.loadFailed} onRetry={locations.retry} />;
    if (locations.items.length === 0 && !locations.isSearching) {
      return archived && !text.trim() ? (
        <EmptyState icon={<ShopOutlined />} title={strings.noneArchived} hint={strings.noneArchivedHint} />
      ) : (
        <EmptyState
          icon={<ShopOutlined />}
          title={strings.none}
          hint={text.trim() ? strings.noneSearched : strings.noneYet}
          action={canManage ? addButton : undefined}
        />
      );
    }
    return (
      <>
        <CardGrid aria-busy={locations.isSearching}>
          {locations.items.map((location) => (
            <LocationCard
              key={location.id}
              location={location}
              actions={canManage ? actions(location) : undefined}
            />
          ))}
        </CardGrid>
        <ListEnd {...locations} problem={strings.loadFailed} />
      </>
    );
  };

  return (
    <>
      <PageHeader
        title={strings.title(brandName)}
        subtitle={strings.subtitle}
        actions={
          <>
            <ExportCsv
              path="/api/locations"
              filter={{ archived, q: text.trim() || undefined }}
              total={locations.total}
            />
            {canManage ? <ImportButton load={loadImport} /> : null}
            {canManage ? addButton : null}
          </>
        }
      />
      <div ref={search} className={styles.filters}>
        <SearchField className={styles.search} label={strings.searchPlaceholder} onSearch={setText} />
        {canManage ? (
          <Select
            id="locations-shown"
            className={styles.filter}
            aria-label={strings.show}
            options={shownOptions}
            value={archived ? 'archived' : 'active'}
            onChange={(shown) =>
              setParameters(new URLSearchParams(shown === 'archived' ? { archived: 'true' } : {}))
            }
          />
        ) : null}
      </div>
      <VisuallyHidden aria-live="polite">
        {text.trim() && !locations.isPending && !locations.isSearching && locations.total !== undefined
          ? strings.found(locations.total, locations.isAtLeast)
          : null}
      </VisuallyHidden>
      {list()}
      <AddLocationDialog open={isAdding} onClose={() => setAdding(false)} />
      {change ? (
        <>
          <EditLocationDialog
            location={change.location}
            open={change.isOpen && change.by === 'edit'}
            onClose={closeChange}
          />
          <DeleteLocationDialog
            location={change.location}
            open={change.isOpen && change.by === 'delete'}
            onClose={closeChange}
            // The card with the focused button may have been deleted.
            afterClose={() => {
              if (document.activeElement === document.body) focusSearch();
            }}
          />
        </>
      ) : null}
    </>
  );
}
