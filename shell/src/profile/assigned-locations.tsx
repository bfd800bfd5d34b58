import type { paths } from '@mainstay/svc-core/openapi';
import { Badge, Button, Placeholder } from '@mainstay/ui/base';
import { bodyOf, createApiClient } from '@mainstay/web-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import styles from './profile.module.css';

const api = createApiClient<paths>();

/** The stores of the signed-in manager; an administrator has none and never asks. */
const assignedLocationsQuery = queryOptions({
  queryKey: ['/api/user/assigned-locations'],
  queryFn: () => bodyOf(api.GET('/api/user/assigned-locations')),
});

function Loading() {
  return (
    <ul className={styles['locations']} aria-busy="true" aria-label="Loading assigned locations">
      {[0, 1].map((at) => (
        <li key={at}>
          <div className={styles['lines']}>
            <Placeholder width="140px" height="20px" />
            <Placeholder width="220px" height="18px" />
          </div>
          <Placeholder width="64px" height="22px" />
        </li>
      ))}
    </ul>
  );
}

export function AssignedLocations() {
  const { data: locations, isPending, error, refetch } = useQuery(assignedLocationsQuery);
  if (isPending) return <Loading />;
  if (error) {
    return (
      <div role="alert">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Retry</Button>
      </div>
    );
  }
  if (locations.length === 0) return <p>No locations assigned yet</p>;
  return (
    <ul className={styles['locations']}>
      {locations.map((location) => (
        <li key={location.id}>
          <div className={styles['lines']}>
            <p className={styles['store']}>Store #{location.storeNumber}</p>
            <p>{location.address}</p>
            <p>
              {location.city}, {location.state} {location.zipCode}
            </p>
          </div>
          <Badge variant={location.status === 'active' ? 'default' : 'secondary'}>
            {location.status === 'active' ? 'Active' : 'Inactive'}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
