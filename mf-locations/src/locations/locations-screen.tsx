import { type SessionUser } from '@mainstay/remote-contract';
import { Button, late, ShopOutlined, SkeletonCard } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { useSearchParams } from '@mainstay/ui/router';
import { OnlineButton, useSearchedList } from '@mainstay/web-kit';
import { labelledOptions } from '@mainstay/web-kit/fields';
import {
  ListScreen,
  type OpenedDialog,
  useFilters,
  useOpened,
  useSearchPlace,
} from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { LocationCard, locationNameId } from './location-card.tsx';
import styles from './location-card.module.css';
import { AddLocationDialog, DeleteLocationDialog, EditLocationDialog } from './location-dialogs.tsx';
import { matchesLocation, type Location, locationsQuery, useRestoreLocation } from './locations.queries.ts';

const lateDetails = late(
  () => import(/* webpackChunkName: "details" */ './details/location-detail-dialog.tsx'),
);
const loadImport = () => import(/* webpackChunkName: "import" */ './import-locations.tsx');

const loadingCards = [1, 2, 3, 4, 5, 6];

type Shown = keyof typeof strings.shown;
type Opened = 'read' | 'edit' | 'delete';

/** Whether archived locations are listed, as the address says. District managers have none. */
function useShown(canManage: boolean): [shown: Shown, show: (shown: Shown) => void] {
  const [parameters, setParameters] = useSearchParams();
  const isArchived = canManage && parameters.get('archived') === 'true';
  return [
    isArchived ? 'archived' : 'active',
    (shown) => setParameters(new URLSearchParams(shown === 'archived' ? { archived: 'true' } : {})),
  ];
}

/** What is said where there are no locations. */
const noneOf = (shown: Shown, isSearched: boolean) =>
  shown === 'archived' && !isSearched
    ? { title: strings.noneArchived, hint: strings.noneArchivedHint }
    : { title: strings.none, hint: isSearched ? strings.noneSearched : strings.noneYet, canAdd: true };

/** The Locations screen (specification, section 2): administrators manage the list, district managers read it. */
export function LocationsScreen({ brandName, role }: { brandName: string; role: SessionUser['role'] }) {
  const canManage = role === 'admin';
  const { text, q, narrowing } = useFilters({});
  const [shown, show] = useShown(canManage);
  const archived = shown === 'archived' ? 'true' : undefined;
  const locations = useSearchedList(locationsQuery({ archived }), matchesLocation, text);
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<Location, Opened>();
  const search = useSearchPlace();

  const restoreButton = useRestoreButton(search.focus);
  const actionsOf = (location: Location) =>
    archived ? (
      restoreButton(location)
    ) : (
      <ChangeButtons location={location} onAsk={(what) => opened.show(location, what)} />
    );

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
        filters={canManage ? <ShownFilter shown={shown} onChoose={show} /> : null}
        loading={<LoadingCards badges={canManage ? 2 : 0} />}
        empty={{ icon: <ShopOutlined />, ...noneOf(shown, narrowing.isNarrowed) }}
      >
        <ul className={styles.cards}>
          {locations.items.map((location) => (
            <LocationCard
              key={location.id}
              location={location}
              actions={canManage ? actionsOf(location) : undefined}
              onOpen={archived ? undefined : () => opened.show(location, 'read')}
            />
          ))}
        </ul>
      </ListScreen>
      <AddLocationDialog open={isAdding} onClose={() => setAdding(false)} />
      {opened.thing ? (
        <LocationDialogs
          // The list follows what is changed meanwhile.
          location={locations.items.find(({ id }) => id === opened.thing?.id) ?? opened.thing}
          canManage={canManage}
          dialog={opened.dialog}
          afterClose={search.keepFocus}
        />
      ) : null}
    </>
  );
}

/** Which of the dialogs is open, `dialog` says. */
function LocationDialogs({
  location,
  canManage,
  dialog,
  afterClose,
}: {
  location: Location;
  canManage: boolean;
  dialog: (by: Opened) => OpenedDialog;
  afterClose: () => void;
}) {
  const reading = dialog('read');
  const details = lateDetails.usePressed(reading.open, reading.onClose);
  return (
    <>
      {details ? (
        <details.LocationDetailDialog
          location={location}
          canManage={canManage}
          {...reading}
          afterClose={afterClose}
        />
      ) : null}
      <EditLocationDialog location={location} {...dialog('edit')} />
      <DeleteLocationDialog location={location} {...dialog('delete')} afterClose={afterClose} />
    </>
  );
}

const LoadingCards = ({ badges }: { badges: number }) => (
  <div className={styles.cards}>
    {loadingCards.map((card) => (
      <SkeletonCard key={card} lines={3} badges={badges} />
    ))}
  </div>
);

const ShownFilter = ({ shown, onChoose }: { shown: Shown; onChoose: (shown: Shown) => void }) => (
  <Select
    id="locations-shown"
    aria-label={strings.show}
    options={labelledOptions(strings.shown)}
    value={shown}
    onChange={onChoose}
  />
);

/**
 * The button of an archived location.
 * @param onRestored called when its card is about to leave the list
 */
function useRestoreButton(onRestored: () => void) {
  const restore = useRestoreLocation();
  return (location: Location) => (
    <OnlineButton
      size="small"
      aria-describedby={locationNameId(location)}
      loading={restore.isPending && restore.variables === location.id}
      onClick={() => restore.mutate(location.id, { onSuccess: onRestored })}
    >
      {strings.restore}
    </OnlineButton>
  );
}

function ChangeButtons({
  location,
  onAsk,
}: {
  location: Location;
  onAsk: (what: 'edit' | 'delete') => void;
}) {
  const button = {
    size: 'small',
    'aria-haspopup': 'dialog',
    'aria-describedby': locationNameId(location),
  } as const;
  return (
    <>
      <Button {...button} icon={<EditOutlined />} onClick={() => onAsk('edit')}>
        {strings.edit}
      </Button>
      <Button {...button} type="text" danger icon={<DeleteOutlined />} onClick={() => onAsk('delete')}>
        {strings.delete}
      </Button>
    </>
  );
}
