import { LoadFailed } from './load-failed.tsx';
import { EndMarker } from './end-marker.tsx';

/**
 * The end of a list that is loaded page by page: loads more when it comes near the viewport, and offers to try again
 * after a failure.
 * @param problem says that more could not be loaded
 */
export function ListEnd({
  hasMore,
  isMoreFailed,
  loadMore,
  problem,
}: {
  hasMore: boolean;
  isMoreFailed: boolean;
  loadMore: () => void;
  problem: string;
}) {
  if (isMoreFailed) return <LoadFailed title={problem} onRetry={loadMore} />;
  return hasMore ? <EndMarker onMore={loadMore} /> : null;
}
