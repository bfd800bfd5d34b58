import { Badge, Button, Flex, Surface } from '@mainstay/ui/base';
import { EnvironmentOutlined, PhoneOutlined } from '@mainstay/ui/core';
import { phoneLink } from '@mainstay/web-kit';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './location-card.module.css';
import { type Location } from './locations.queries.ts';

/** The id of the card's heading, which describes its buttons. */
export const locationNameId = (location: Location) => `location-${location.id}`;

/**
 * One location.
 * @param onOpen called by a press anywhere on the card
 */
export function LocationCard({
  location,
  actions,
  onOpen,
}: {
  location: Location;
  actions?: ReactNode;
  onOpen?: (() => void) | undefined;
}) {
  const { name, storeNumber, address, city, state, zipCode, phone, status } = location;
  return (
    <Surface as="li" interactive={Boolean(onOpen)} className={styles.card}>
      <Flex justify="space-between" align="start" gap={12}>
        <h2 className={styles.name} id={locationNameId(location)}>
          {onOpen ? (
            <Button type="link" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
              {name}
            </Button>
          ) : (
            name
          )}
        </h2>
        <Badge variant={status === 'active' ? 'default' : 'secondary'}>{strings.status[status]}</Badge>
      </Flex>
      <p className={styles.text}>{strings.storeNumber(storeNumber)}</p>
      <Flex component="address" gap={10} className={styles.text}>
        <EnvironmentOutlined className={styles.icon} />
        <span>
          {address}
          <br />
          {strings.cityLine(city, state, zipCode)}
        </span>
      </Flex>
      {phone ? (
        <Flex align="baseline" gap={10} className={styles.text}>
          <PhoneOutlined className={styles.icon} />
          {/* Without an address it is no link. */}
          <a className={styles.above} href={phoneLink(phone)}>
            {phone}
          </a>
        </Flex>
      ) : null}
      {actions ? (
        <Flex gap={8} className={`${styles.above} ${styles.actions}`}>
          {actions}
        </Flex>
      ) : null}
    </Surface>
  );
}
