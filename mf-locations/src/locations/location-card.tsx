import { Badge, Surface } from '@mainstay/ui/base';
import { EnvironmentOutlined, PhoneOutlined } from '@mainstay/ui/core';
import { phoneLink } from '@mainstay/web-kit';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './location-card.module.css';
import { type Location } from './locations.queries.ts';

/** The id of the card's heading, which describes its buttons. */
export const locationNameId = (location: Location) => `location-${location.id}`;

export function LocationCard({ location, actions }: { location: Location; actions?: ReactNode }) {
  return (
    <Surface as="li" className={styles.card}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.name} id={locationNameId(location)}>
            {location.name}
          </h2>
          <p className={styles.number}>{strings.storeNumber(location.storeNumber)}</p>
        </div>
        <Badge variant={location.status === 'active' ? 'default' : 'secondary'}>
          {strings.status[location.status]}
        </Badge>
      </div>
      <div className={styles.lines}>
        <div className={styles.line}>
          <EnvironmentOutlined />
          <address className={styles.address}>
            <span>{location.address}</span>
            <span>{strings.cityLine(location.city, location.state, location.zipCode)}</span>
          </address>
        </div>
        {location.phone ? (
          <div className={styles.line}>
            <PhoneOutlined />
            {/* Without an address it is no link. */}
            <a className={styles.phone} href={phoneLink(location.phone)}>
              {location.phone}
            </a>
          </div>
        ) : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </Surface>
  );
}
