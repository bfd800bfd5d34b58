import { ticketListLink } from '@mainstay/remote-contract';
import { Badge, Button, Placeholder } from '@mainstay/ui/base';
import { EditOutlined, PhoneOutlined } from '@mainstay/ui/core';
import { phoneLink, type SearchedList, useMoney, usePagedList } from '@mainstay/web-kit';
import { DetailDialog, DialogActions, Fact, Facts } from '@mainstay/web-kit/forms';
import { Figure, Figures, type OpenedDialog } from '@mainstay/web-kit/lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { EditLocationDialog } from '../location-dialogs.tsx';
import { type Location } from '../locations.queries.ts';
import { equipmentQuery, openingHoursQuery, spendQuery, ticketCountQuery } from './details.queries.ts';
import { EquipmentList } from './equipment-list.tsx';
import styles from './location-details.module.css';
import { Managers } from './managers.tsx';
import { OpeningHours } from './opening-hours.tsx';

const words = strings.details;

interface LocationProps {
  location: Location;
  /** Administrators edit it and hand it over; who else sees a location is one of its managers. */
  canManage: boolean;
}

/** All about one location, to be read. */
export function LocationDetailDialog({
  location,
  canManage,
  ...dialog
}: LocationProps & OpenedDialog & { afterClose: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const call = location.phone ? phoneLink(location.phone) : undefined;
  return (
    <DetailDialog title={location.name} pageTitle={location.name} problem={undefined} {...dialog}>
      <LocationDetails location={location} canManage={canManage} />
      <DialogActions>
        {call === undefined ? null : (
          <Button icon={<PhoneOutlined />} href={call}>
            {words.call}
          </Button>
        )}
        {canManage ? (
          <Button icon={<EditOutlined />} aria-haspopup="dialog" onClick={() => setEditing(true)}>
            {strings.edit}
          </Button>
        ) : null}
      </DialogActions>
      {canManage ? (
        <EditLocationDialog location={location} open={isEditing} onClose={() => setEditing(false)} />
      ) : null}
    </DetailDialog>
  );
}

function LocationDetails({ location, canManage }: LocationProps) {
  const { id, address, city, state, zipCode, phone, status, storeNumber, timezone } = location;
  const equipment = usePagedList(equipmentQuery(id));
  const { data: hours, isError } = useQuery(openingHoursQuery(id));
  const isLoading = (hours === undefined && !isError) || equipment.isPending;
  return (
    <>
      <p className={styles.place}>
        <Badge variant={status === 'active' ? 'default' : 'secondary'}>{strings.status[status]}</Badge>{' '}
        {strings.storeNumber(storeNumber)}
      </p>
      <LocationFigures locationId={id} equipment={equipment} />
      <Facts>
        <Fact label={strings.fields.address}>
          {address}, {strings.cityLine(city, state, zipCode)}
        </Fact>
        {phone ? <Fact label={strings.fields.phone}>{phone}</Fact> : null}
        <Fact label={words.manager(0)}>{canManage ? <Managers location={location} /> : words.you}</Fact>
      </Facts>
      {isLoading ? (
        <Placeholder height="320px" />
      ) : (
        <>
          <h3 className={styles.title}>{strings.tabs.hours}</h3>
          {hours ? (
            <OpeningHours {...hours} timezone={timezone} />
          ) : (
            strings.openingHours[isError ? 'notLoaded' : 'notThere']
          )}
          <h3 className={styles.title}>{words.equipment}</h3>
          <EquipmentList list={equipment} />
        </>
      )}
    </>
  );
}

function LocationFigures({
  locationId,
  equipment,
}: {
  locationId: string;
  equipment: SearchedList<unknown>;
}) {
  const money = useMoney();
  const open = { locationId, open: 'true' } as const;
  const overdue = { ...open, due: 'overdue' } as const;
  const [openCount, overdueCount] = [useQuery(ticketCountQuery(open)), useQuery(ticketCountQuery(overdue))];
  const { data: spend, isError } = useQuery(spendQuery(locationId));
  return (
    <Figures>
      <Figure label={words.openTickets} of={openCount} to={ticketListLink(open)} />
      <Figure label={words.overdue} of={overdueCount} to={ticketListLink(overdue)} />
      <Figure label={words.equipment} of={{ data: equipment.total, isError: equipment.isFailed }} />
      <Figure
        label={words.cost}
        of={{ data: spend && money(spend.total), isError }}
        to={spend && ticketListLink({ locationId, ...spend.period })}
      />
    </Figures>
  );
}
