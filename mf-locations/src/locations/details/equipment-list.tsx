import { Badge } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { equipmentLink } from '@mainstay/remote-contract';
import { type components } from '@mainstay/svc-core/openapi';
import { type SearchedList } from '@mainstay/web-kit';
import { ListContents } from '@mainstay/web-kit/lists';
import { strings } from '../../strings.ts';
import styles from './location-details.module.css';

type Equipment = components['schemas']['EquipmentResponse'];

const words = strings.details;

/** The equipment of a location, each with its record. What is as it should be is not stressed. */
export function EquipmentList({ list }: { list: SearchedList<Equipment> }) {
  return (
    <ListContents list={list} problem={words.equipmentFailed}>
      {list.items.length === 0 ? <p className={styles.place}>{words.noEquipment}</p> : null}
      <ul className={styles.equipment}>
        {list.items.map(({ id, name, status }) => (
          <li key={id}>
            <Link to={equipmentLink(id)}>{name}</Link>
            {status === 'in_service' ? null : (
              <Badge variant={status === 'retired' ? 'secondary' : 'destructive'}>
                {words.equipmentStatus[status]}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </ListContents>
  );
}
