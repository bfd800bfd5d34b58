import { Placeholder } from '@mainstay/ui/base';
import { Select } from '@mainstay/ui/forms';
import { useIsOffline } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../../strings.ts';
import styles from './location-details.module.css';
import { type Manager, managersQuery, useHandOver } from './managers.queries.ts';

const words = strings.details;

/** Who manages a location: a select for each, by which an administrator hands it over. */
export function Managers({ locationId }: { locationId: string }) {
  const { data: all, isError } = useQuery(managersQuery);
  const { handOver, isPending, variables } = useHandOver(locationId);
  const isWithoutNetwork = useIsOffline();
  if (isError) return words.managersFailed;
  if (!all) return <Placeholder height="32px" />;
  const has = ({ locations }: Manager) => locations.some(({ id }) => id === locationId);
  const present = all.filter(has);
  const others = all.filter((manager) => manager.active && !has(manager));
  const shown = present.length > 0 ? present : [undefined];
  return shown.map((manager, at) => {
    const isSent = isPending && variables.from?.id === manager?.id;
    return (
      <Select
        // Who is chosen takes the place, and the focus stays.
        key={at}
        aria-label={words.manager(at)}
        className={styles.manager}
        placeholder={words.nobody}
        notFoundContent={words.noManagers}
        disabled={isWithoutNetwork}
        loading={isSent}
        showSearch={{ optionFilterProp: 'label' }}
        value={(isSent ? variables.to : manager)?.id}
        options={(manager ? [manager, ...others] : others).map((each) => ({
          value: each.id,
          label: words.nameOf(each),
        }))}
        onChange={(id: string) => {
          const to = others.find((each) => each.id === id);
          if (to && !isPending) handOver({ from: manager, to });
        }}
      />
    );
  });
}
