import { type components, type paths } from '@mainstay/svc-attachments/openapi';
import { createApiClient } from '@mainstay/web-kit';

export const attachmentsApi = createApiClient<paths>();

export type AttachmentsSchemas = components['schemas'];
