import { type components, type paths } from '@mainstay/svc-core/openapi';
import { bodyOf, createApiClient, isApiError, versionOf } from '@mainstay/web-kit';

export type OpeningHours = components['schemas']['OpeningHoursResponse'];
export type OpenRange = OpeningHours['hours'][number];
export type Closure = OpeningHours['closures'][number];

const core = createApiClient<paths>();

/** Reads the opening hours of a location; undefined from a service of the version before, which does not know them. */
export const readOpeningHours = (id: string): Promise<OpeningHours | undefined> =>
  bodyOf(core.GET('/api/locations/{id}/hours', { params: { path: { id } } })).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  });

/**
 * Replaces the opening hours of a location if the location's version is still `ifMatch`.
 * @returns them with the new ETag of the location
 * @throws ApiError 400 with an error such as `hours.3` for each wrong entry, 412
 */
export const replaceOpeningHours = (id: string, body: OpeningHours, ifMatch: string) =>
  versionOf(
    core.PUT('/api/locations/{id}/hours', {
      params: { path: { id }, header: { 'If-Match': ifMatch } },
      body,
    }),
  );
