import { Tooltip } from '@mainstay/ui/base';
import { CloseOutlined } from '@mainstay/ui/core';
import { OnlineButton } from '@mainstay/web-kit';
import { useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './assigned-locations.module.css';
import { type Employee, useUnassignLocation } from './employees.queries.ts';

/** The locations of an employee, each with a button that unassigns it at once. */
export function AssignedLocations({ employee: { id, locations } }: { employee: Employee }) {
  const { mutate: unassign, isPending, variables } = useUnassignLocation();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className={styles.locations}>
      <h2 ref={title} className={styles.title} tabIndex={-1}>
        {strings.assignedLocations}
      </h2>
      {locations.length === 0 ? (
        <p className={styles.none}>{strings.noAssignedLocations}</p>
      ) : (
        <ul className={styles.names}>
          {locations.map(({ id: locationId, name }) => (
            <li
              key={locationId}
              className={styles.location}
              aria-busy={isPending && variables.locationId === locationId}
            >
              {name}
              <Tooltip title={strings.unassign(name)}>
                <OnlineButton
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={strings.unassign(name)}
                  onClick={() => {
                    // The focused button is removed with its location, so move the focus first.
                    if (!isPending)
                      unassign({ managerId: id, locationId }, { onSuccess: () => title.current?.focus() });
                  }}
                />
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
