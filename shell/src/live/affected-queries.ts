import { type LiveChange } from '@mainstay/remote-contract';
import { addressOf } from '@mainstay/web-kit';
import { type QueryKey } from '@tanstack/react-query';

/** API paths by the entity that they show. */
type LivePaths = Readonly<Record<string, readonly string[]>>;

/** What the shell's own queries show beside the plurals of the entities: the dashboard and the profile. */
export const shellPaths: LivePaths = {
  ticket: ['/api/stats'],
  task: ['/api/stats'],
  // The recent tickets have the name of their location; a removed or archived one takes what is there with it.
  location: ['/api/stats', '/api/tickets', '/api/tasks', '/api/user/assigned-locations'],
  user: ['/api/stats'],
  manager_assignment: ['/api/stats', '/api/user/assigned-locations'],
  // The number of comments is in the lists of tickets.
  ticket_comment: ['/api/tickets'],
};

const TICKETS = '/api/tickets';
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The API path of an entity's plural: `recurring_task` is at /api/recurring-tasks. */
export function pathOf(entity: string): string {
  const word = entity.replaceAll('_', '-');
  if (/[^aeiou]y$/.test(word)) return `/api/${word.slice(0, -1)}ies`;
  return `/api/${word}${/(s|x|z|ch|sh)$/.test(word) ? 'es' : 's'}`;
}

/**
 * Whether a query may show a changed entity: its address is at or below the entity's plural, or at or below a path
 * that a declaration names. Below the plural, and below a ticket, only the addresses of the entity with that id.
 */
export function affectedBy(
  change: Pick<LiveChange, 'entity' | 'id' | 'ticketId'>,
  declared: readonly LivePaths[],
): (query: { queryKey: QueryKey }) => boolean {
  const plural = pathOf(change.entity);
  const paths = new Set([plural, ...declared.flatMap((paths) => paths[change.entity] ?? [])]);
  const idAt = (path: string) =>
    path === plural ? change.id : path === TICKETS ? (change.ticketId ?? undefined) : undefined;

  return ({ queryKey }) => {
    if (typeof queryKey[0] !== 'string') return false;
    const [address = ''] = addressOf(queryKey).split('?');
    return [...paths].some((path) => {
      if (address === path) return true;
      if (!address.startsWith(`${path}/`)) return false;
      const [below = ''] = address.slice(path.length + 1).split('/');
      const id = idAt(path);
      return id === undefined || !ID.test(below) || below === id;
    });
  };
}
