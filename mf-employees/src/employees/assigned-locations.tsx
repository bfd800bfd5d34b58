import { Button, Tooltip } from '@mainstay/ui/base';
import { CloseOutlined } from '@mainstay/ui/core';
import { strings } from '../strings.ts';
import styles from './assigned-locations.module.css';
import { type Employee } from './employees.queries.ts';

/**
 * The locations of an employee, each with a button that unassigns it once the form is saved, or keeps it after all.
 * `value` and `onChange` come from the form.
 * @param value the ids of those that are to be unassigned
 */
export function AssignedLocations({
  locations,
  value = [],
  onChange,
}: Pick<Employee, 'locations'> & { value?: string[]; onChange?: (unassigned: string[]) => void }) {
  return (
    <section className={styles.locations}>
      <h2 className={styles.title}>{strings.assignedLocations}</h2>
      {locations.length === 0 ? (
        <p className={styles.none}>{strings.noAssignedLocations}</p>
      ) : (
        <ul className={styles.names}>
          {locations.map(({ id, name }) => {
            const isUnassigned = value.includes(id);
            return (
              <li key={id} className={styles.location} data-unassigned={isUnassigned || undefined}>
                <span>{name}</span>
                <Tooltip title={strings.unassign(name)}>
                  <Button
                    type="text"
                    size="small"
                    icon={<CloseOutlined />}
                    aria-label={strings.unassign(name)}
                    aria-pressed={isUnassigned}
                    onClick={() =>
                      onChange?.(isUnassigned ? value.filter((each) => each !== id) : [...value, id])
                    }
                  />
                </Tooltip>
              </li>
            );
          })}
        </ul>
      )}
      {value.length > 0 ? <p className={styles.none}>{strings.unassignedOnSave}</p> : null}
    </section>
  );
}
