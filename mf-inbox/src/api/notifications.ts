import { type components, type paths } from '@mainstay/svc-notifications/openapi';
import { createApiClient } from '@mainstay/web-kit';

export const notifications = createApiClient<paths>();

export type NotificationsSchemas = components['schemas'];
