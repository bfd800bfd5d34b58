import { exactText } from '@mainstay/service-kit';
import { z } from 'zod';
import { emailOfSignIn } from '../users/email.ts';

export const loginRequest = z
  .strictObject({
    email: emailOfSignIn,
    password: exactText
      .refine((value) => value.length >= 1 && value.length <= 256, 'Between 1 and 256 characters.')
      .meta({ minLength: 1, maxLength: 256 }),
  })
  .meta({ id: 'LoginRequest', examples: [{ email: 'admin@example.com', password: 'mainstay-demo' }] });
export type LoginRequest = z.infer<typeof loginRequest>;
