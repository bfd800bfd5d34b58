import { type components, type paths } from '@mainstay/svc-core/openapi';
import { createApiClient } from '@mainstay/web-kit';

export const core = createApiClient<paths>();

export type CoreSchemas = components['schemas'];

/** A piece of equipment, with its store, its sticker and the number of its open tickets. */
export type Equipment = CoreSchemas['EquipmentResponse'];

/** A store as equipment and codes name it. */
export type Store = CoreSchemas['StoreName'];

/** The code of a sticker, without the 26 characters that stand on it. */
export type IntakeCode = CoreSchemas['IntakeCodeResponse'];
