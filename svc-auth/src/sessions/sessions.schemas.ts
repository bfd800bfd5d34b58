import { z } from 'zod';

export const loginRequest = z
  .strictObject({
    email: z.string().trim().toLowerCase().min(1).max(254),
    password: z.string().min(1).max(256),
  })
  .meta({ id: 'LoginRequest' });
export type LoginRequest = z.infer<typeof loginRequest>;
