import { useIsOffline } from '@mainstay/web-kit';
import { ItemSelect } from '@mainstay/web-kit/fields';
import { strings } from '../../strings.ts';
import { type Location } from '../locations.queries.ts';
import styles from './location-details.module.css';
import { districtManagers, useHandOver } from './managers.queries.ts';

const words = strings.details;

/** Who manages a location: a select for each, by which an administrator hands it over. */
export function Managers({ location: { id, managers } }: { location: Location }) {
  const { handOver, isPending, variables } = useHandOver(id);
  const isWithoutNetwork = useIsOffline();
  // The version of the service before this one does not say.
  if (!managers) return words.managersFailed;
  const shown = managers.length > 0 ? managers : [undefined];
  return shown.map((manager, at) => {
    const isSent = isPending && variables.from?.id === manager?.id;
    const current = isSent ? variables.to : manager;
    return (
      <ItemSelect
        // Who is chosen takes the place, and the focus stays.
        key={at}
        aria-label={words.manager(at)}
        className={styles.manager}
        disabled={isWithoutNetwork}
        searchOf={{
          ...districtManagers,
          current,
          isHidden: (each) => each.id !== current?.id && managers.some((present) => present.id === each.id),
        }}
        onChoose={(_id, to) => {
          if (to && to.id !== manager?.id && !isPending) handOver({ from: manager, to });
        }}
      />
    );
  });
}
