import { bodyOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';

export type Checklist = CoreSchemas['ChecklistResponse'];
export type ChecklistStep = Checklist['steps'][number];

const path = '/api/checklists';

/** Those to choose from by name, as many as one page has. */
export const activeChecklistsQuery = queryOptions({
  queryKey: [path, { active: 'true', limit: 1000 }],
  queryFn: ({ signal }) =>
    bodyOf(core.GET(path, { params: { query: { active: 'true', limit: 1000 } }, signal })),
});
