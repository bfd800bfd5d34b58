import {
  Button,
  EmptyState,
  PageHeader,
  ShopOutlined,
  SkeletonCard,
  WarningOutlined,
} from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, PlusOutlined, SearchOutlined } from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { LocationCard, locationNameId } from './location-card.tsx';
import { AddLocationDialog, DeleteLocationDialog, EditLocationDialog } from './location-dialogs.tsx';
import { type Location, locationsQuery } from './locations.queries.ts';
import styles from './locations-screen.module.css';

const loadingCards = [1, 2, 3, 4, 5, 6];

/** Whether the text is in the name, the city or the store number, whatever the case. */
const finds = (text: string) => (location: Location) =>
  [location.name, location.city, location.storeNumber].some((part) =>
    part.toLowerCase().includes(text.trim().toLowerCase()),
  );

/** The Locations screen (specification, section 2). `canManage` brings Add, Edit and Delete. */
export function LocationsScreen({ brandName, canManage }: { brandName: string; canManage: boolean }) {
  const locations = useQuery(locationsQuery());
  const [text, setText] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [change, setChange] = useState<{ location: Location; by: 'edit' | 'delete'; isOpen: boolean }>();
  const search = useRef<HTMLDivElement>(null);

  const found = locations.data?.filter(finds(text)) ?? [];
  const closeChange = () => setChange((shown) => shown && { ...shown, isOpen: false });

  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
      {strings.add}
    </Button>
  );

  const actions = (location: Location) => (
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

  const list = () => {
    if (locations.isPending) {
      return (
        <div className={styles.cards} aria-busy="true">
          {loadingCards.map((card) => (
            <SkeletonCard key={card} lines={3} badges={canManage ? 2 : 0} />
          ))}
        </div>
      );
    }
    if (locations.isLoadingError) {
      return (
        <EmptyState
          icon={<WarningOutlined />}
          title={strings.loadFailed}
          action={<Button onClick={() => void locations.refetch()}>{strings.retry}</Button>}
        />
      );
    }
    if (found.length === 0) {
      return (
        <EmptyState
          icon={<ShopOutlined />}
          title={strings.none}
          hint={text.trim() ? strings.noneSearched : strings.noneYet}
          action={canManage ? addButton : undefined}
        />
      );
    }
    return (
      <ul className={styles.cards}>
        {found.map((location) => (
          <LocationCard
            key={location.id}
            location={location}
            actions={canManage ? actions(location) : undefined}
          />
        ))}
      </ul>
    );
  };

  return (
    <>
      <PageHeader
        title={strings.title(brandName)}
        subtitle={strings.subtitle}
        actions={canManage ? addButton : undefined}
      />
      <div ref={search}>
        <Input
          className={styles.search}
          type="search"
          aria-label={strings.searchPlaceholder}
          placeholder={strings.searchPlaceholder}
          prefix={<SearchOutlined />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
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
            // The card that had the button may be gone.
            afterClose={() => {
              if (document.activeElement === document.body) search.current?.querySelector('input')?.focus();
            }}
          />
        </>
      ) : null}
    </>
  );
}
