import { type Changed, type Created, detailOr, entityQueries } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';
import { viewStrings as strings } from './view-strings.ts';

const path = '/api/views';
const views = entityQueries(path);

export const useCreateView = views.creates(
  (sent: Created<CoreSchemas['CreateViewRequest']>) => core.POST(path, sent),
  strings.saved,
  detailOr(strings.saveFailed),
);

export const useUpdateView = views.updates(
  (sent: Changed<CoreSchemas['UpdateViewRequest']>) => core.PATCH('/api/views/{id}', sent),
  strings.saved,
  detailOr(strings.saveFailed),
);

export const useDeleteView = views.removes(
  (sent) => core.DELETE('/api/views/{id}', sent),
  strings.deleted,
  detailOr(strings.deleteFailed),
);
