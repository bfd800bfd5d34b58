import { type components, type paths } from '@mainstay/svc-core/openapi';
import { createApiClient } from '@mainstay/web-kit';

export const core = createApiClient<paths>();

export type CoreSchemas = components['schemas'];
