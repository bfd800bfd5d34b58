import { EnvironmentOutlined, PhoneOutlined } from '@mainstay/ui/core';
import { phoneLink } from '@mainstay/web-kit';
import { CardLine, ListCard } from '@mainstay/web-kit/lists';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './location-card.module.css';
import { type Location } from './locations.queries.ts';

/** The id of the card's heading, which describes its buttons. */
export const locationNameId = (location: Location) => `location-${location.id}`;

export function LocationCard({ location, actions }: { location: Location; actions?: ReactNode }) {
  return (
    <ListCard
      nameId={locationNameId(location)}
      name={location.name}
      heading="h2"
      subtitle={strings.storeNumber(location.storeNumber)}
      state={{
        variant: location.status === 'active' ? 'default' : 'secondary',
        text: strings.status[location.status],
      }}
      actions={actions}
    >
      <CardLine icon={<EnvironmentOutlined />}>
        <address className={styles.address}>
          <span>{location.address}</span>
          <span>{strings.cityLine(location.city, location.state, location.zipCode)}</span>
        </address>
      </CardLine>
      {location.phone ? (
        <CardLine icon={<PhoneOutlined />}>
          {/* Without an address it is no link. */}
          <a className={styles.phone} href={phoneLink(location.phone)}>
            {location.phone}
          </a>
        </CardLine>
      ) : null}
    </ListCard>
  );
}
