import { type SessionUser } from '@mainstay/remote-contract';
import { Button, ShopOutlined, SkeletonCard } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { useSearchParams } from '@mainstay/ui/router';
import { OnlineButton, useSearchedList } from '@mainstay/web-kit';
import { labelledOptions } from '@mainstay/web-kit/fields';
import { ListScreen, useFilters, useOpened, useSearchPlace } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { LocationCard, locationNameId } from './location-card.tsx';
import styles from './location-card.module.css';
import { AddLocationDialog, DeleteLocationDialog, EditLocationDialog } from './location-dialogs.tsx';
import { matchesLocation, type Location, locationsQuery, useRestoreLocation } from './locations.queries.ts';

const loadImport = () => import(/* webpackChunkName: "import" */ './import-locations.tsx');

const loadingCards = [1, 2, 3, 4, 5, 6];

/** The Locations screen (specification, section 2): administrators manage the list, district managers read it. */
export function LocationsScreen({ brandName, role }: { brandName: string; role: SessionUser['role'] }) {
  const canManage = role === 'admin';
  const { text, q, narrowing } = useFilters({});
  const [parameters, setParameters] = useSearchParams();
  const archived = canManage && parameters.get('archived') === 'true' ? 'true' : undefined;
  const locations = useSearchedList(locationsQuery({ archived }), matchesLocation, text);
  const restore = useRestoreLocation();
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<Location>();
  const search = useSearchPlace();

  const restoreButton = (location: Location) => (
    <OnlineButton
      size="small"
      aria-describedby={locationNameId(location)}
      loading={restore.isPending && restore.variables === location.id}
      onClick={() => restore.mutate(location.id, { onSuccess: search.focus })}
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
        onClick={() => opened.show(location, 'edit')}
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
        onClick={() => opened.show(location, 'delete')}
      >
        {strings.delete}
      </Button>
    </>
  );

  const actions = archived ? restoreButton : changeButtons;

  const isSearched = narrowing.isNarrowed;
  const noneArchived = { title: strings.noneArchived, hint: strings.noneArchivedHint };
  const none = {
    title: strings.none,
    hint: isSearched ? strings.noneSearched : strings.noneYet,
    canAdd: true,
  };

  return (
    <>
      <ListScreen
        texts={{ ...strings, title: strings.title(brandName) }}
        list={locations}
        exported={{ path: '/api/locations', filter: { archived, q } }}
        narrowing={{ ...narrowing, count: archived ? 1 : 0 }}
        searchPlace={search}
        loadImport={canManage ? loadImport : undefined}
        onAdd={canManage ? () => setAdding(true) : undefined}
        filters={
          canManage ? (
            <Select
              id="locations-shown"
              aria-label={strings.show}
              options={labelledOptions(strings.shown)}
              value={archived ? 'archived' : 'active'}
              onChange={(shown) =>
                setParameters(new URLSearchParams(shown === 'archived' ? { archived: 'true' } : {}))
              }
            />
          ) : null
        }
        loading={
          <div className={styles.cards}>
            {loadingCards.map((card) => (
              <SkeletonCard key={card} lines={3} badges={canManage ? 2 : 0} />
            ))}
          </div>
        }
        empty={{ icon: <ShopOutlined />, ...(archived && !isSearched ? noneArchived : none) }}
      >
        <ul className={styles.cards}>
          {locations.items.map((location) => (
            <LocationCard
              key={location.id}
              location={location}
              actions={canManage ? actions(location) : undefined}
              onOpen={canManage && !archived ? () => opened.show(location, 'edit') : undefined}
            />
          ))}
        </ul>
      </ListScreen>
      <AddLocationDialog open={isAdding} onClose={() => setAdding(false)} />
      {opened.thing ? (
        <>
          <EditLocationDialog location={opened.thing} {...opened.dialog('edit')} />
          <DeleteLocationDialog
            location={opened.thing}
            {...opened.dialog('delete')}
            afterClose={search.keepFocus}
          />
        </>
      ) : null}
    </>
  );
}
