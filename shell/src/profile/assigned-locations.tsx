import { Badge, Button, Flex, Placeholder } from '@mainstay/ui/base';
import type { paths } from '@mainstay/svc-core/openapi';
import { createApiClient, pagedQuery } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import styles from './profile.module.css';
import { profileStrings } from './profile-strings.ts';

const api = createApiClient<paths>();

const path = '/api/user/assigned-locations';

/** The locations assigned to the signed-in manager, page by page. Not used for administrators. */
const assignedLocationsQuery = pagedQuery([path], {}, (query, signal) =>
  api.GET(path, { params: { query }, signal }),
);

function Loading() {
  return (
    <ul className={styles['locations']} aria-busy="true" aria-label={profileStrings.locationsLoading}>
      {[0, 1].map((at) => (
        <Flex component="li" justify="space-between" gap={16} key={at}>
          <Flex vertical gap={2} className={styles['lines'] ?? ''}>
            <Placeholder width="140px" height="20px" />
            <Placeholder width="220px" height="18px" />
          </Flex>
          <Placeholder width="64px" height="22px" />
        </Flex>
      ))}
    </ul>
  );
}

export function AssignedLocations() {
  const pages = useInfiniteQuery(assignedLocationsQuery);
  if (pages.isPending) return <Loading />;
  const failure = (retry: () => unknown) => (
    <div role="alert">
      <p>{pages.error?.message}</p>
      <Button onClick={() => void retry()}>{strings.retry}</Button>
    </div>
  );
  if (pages.isLoadingError) return failure(pages.refetch);
  const locations = pages.data.pages.flatMap(({ items }) => items);
  if (locations.length === 0) return <p>{profileStrings.noLocations}</p>;
  return (
    <>
      <ul className={styles['locations']}>
        {locations.map((location) => (
          <Flex component="li" justify="space-between" align="start" gap={16} key={location.id}>
            <Flex vertical gap={2} className={styles['lines'] ?? ''}>
              <p className={styles['store']}>{profileStrings.store(location.storeNumber)}</p>
              <p>{location.address}</p>
              <p>{profileStrings.cityLine(location.city, location.state, location.zipCode)}</p>
            </Flex>
            <Badge variant={location.status === 'active' ? 'default' : 'secondary'}>
              {profileStrings.locationStatus[location.status]}
            </Badge>
          </Flex>
        ))}
      </ul>
      {pages.isFetchNextPageError ? failure(pages.fetchNextPage) : null}
      {pages.hasNextPage && !pages.isFetchNextPageError ? (
        <Button
          className={styles['more'] ?? ''}
          aria-busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {profileStrings.moreLocations}
        </Button>
      ) : null}
    </>
  );
}
