import { type Changed, type Created, detailOr, entityQueries, type Listed } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';
import { screenStrings } from './screen-strings.ts';

const strings = screenStrings.templates;
const path = '/api/checklists';
const checklists = entityQueries(path);

/** All checklists by name. */
export const checklistsQuery = checklists.lists((sent: Listed<object>) => core.GET(path, sent));

/** Reads a checklist and its ETag. */
export const readChecklist = checklists.reads((sent) => core.GET('/api/checklists/{id}', sent));

export const useCreateChecklist = checklists.creates(
  (sent: Created<CoreSchemas['CreateChecklistRequest']>) => core.POST(path, sent),
  strings.created,
  detailOr(strings.createFailed),
);

/** Updates the given fields if the version is still `ifMatch`. */
export const useUpdateChecklist = checklists.updates(
  (sent: Changed<CoreSchemas['UpdateChecklistRequest']>) => core.PATCH('/api/checklists/{id}', sent),
  strings.updated,
  detailOr(strings.updateFailed),
);

/** Deletes one that nothing uses. One that is used stays: the response says what to do instead. */
export const useDeleteChecklist = checklists.removes(
  (sent) => core.DELETE('/api/checklists/{id}', sent),
  strings.deleted,
  detailOr(strings.deleteFailed),
);
