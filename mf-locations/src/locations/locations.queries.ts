import { type components, type paths } from '@mainstay/svc-core/openapi';
import {
  anyContains,
  bodyOf,
  createApiClient,
  type Created,
  entityQueries,
  type Listed,
} from '@mainstay/web-kit';
import { type OpeningHours, replaceOpeningHours } from './opening-hours/opening-hours.queries.ts';
import { strings } from '../strings.ts';

type Schemas = components['schemas'];
export type Location = Schemas['LocationResponse'];

export const core = createApiClient<paths>();
const path = '/api/locations';
const locations = entityQueries(path);

/** The locations visible to the user by name; archived ones, which are left out otherwise, with `archived`. */
export const locationsQuery = locations.lists((sent: Listed<{ archived: 'true' | undefined }>) =>
  core.GET(path, sent),
);

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

export const readLocation = locations.reads((sent) => core.GET('/api/locations/{id}', sent));

export const useCreateLocation = locations.createsOrLeaves(
  (sent: Created<Schemas['CreateLocationRequest']>) => core.POST(path, sent),
  strings.created,
  strings.createFailed,
);

/** What an edit changes: undefined hours stay. */
interface LocationEdit {
  id: string;
  changes: Schemas['UpdateLocationRequest'];
  openingHours: OpeningHours | undefined;
  ifMatch: string;
  /** Called when the hours are saved; the other fields may fail yet. */
  onHoursSaved: () => void;
}

/** Updates the given fields of a location if its version is still `ifMatch`. */
export const useUpdateLocation = locations.writes(
  async ({ id, changes, openingHours, ifMatch, onHoursSaved }: LocationEdit) => {
    let version = ifMatch;
    if (openingHours) {
      version = (await replaceOpeningHours(id, openingHours, ifMatch)).etag;
      onHoursSaved();
      if (Object.keys(changes).length === 0) return;
    }
    const params = { path: { id }, header: { 'If-Match': version } };
    await bodyOf(core.PATCH('/api/locations/{id}', { params, body: changes }));
  },
  strings.updated,
  strings.updateFailed,
  (client, _saved, { id }) => client.invalidateQueries({ queryKey: [path, id] }),
);

/** Deletes a location and everything that belongs to it. */
export const useDeleteLocation = locations.removes(
  (sent) => core.DELETE('/api/locations/{id}', sent),
  strings.deleted,
  strings.deleteFailed,
);

/** Takes a location out of all lists, with everything that belongs to it. The toast takes that back. */
export const useArchiveLocation = locations.writes(
  ({ id }: { id: string; undo: () => void }) =>
    core.POST('/api/locations/{id}/archive', { params: { path: { id } } }),
  ({ undo }) => ({ description: strings.archived, undo }),
  strings.archiveFailed,
);

/** Brings an archived location back. */
export const useRestoreLocation = locations.writes(
  (id: string) => core.POST('/api/locations/{id}/restore', { params: { path: { id } } }),
  strings.restored,
  strings.restoreFailed,
);
