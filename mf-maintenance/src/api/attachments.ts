import { type components, type paths } from '@mainstay/svc-attachments/openapi';
import { createApiClient } from '@mainstay/web-kit';

/** svc-attachments, typed by its OpenAPI document. */
export const attachmentsApi = createApiClient<paths>();

export type AttachmentsSchemas = components['schemas'];
