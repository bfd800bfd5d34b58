import { type components, type paths } from '@mainstay/svc-core/openapi';
import { createApiClient } from '@mainstay/web-kit';

/** svc-core, typed by its OpenAPI document. */
export const core = createApiClient<paths>();

export type CoreSchemas = components['schemas'];
