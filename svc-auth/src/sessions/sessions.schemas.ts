import { z } from 'zod';
import { emailOfSignIn } from '../users/email.ts';
import { typedPassword } from '../users/passwords.ts';

const hasLength = (text: string): boolean => text.length >= 1 && text.length <= 256;

export const loginRequest = z
  .strictObject({
    email: emailOfSignIn,
    password: typedPassword
      // As it was set, which may be composed or not.
      .refine((value) => hasLength(value) || hasLength(value.normalize()), 'Between 1 and 256 characters.')
      .meta({ minLength: 1, maxLength: 256 }),
  })
  .meta({ id: 'LoginRequest', examples: [{ email: 'admin@example.com', password: 'mainstay-demo' }] });
export type LoginRequest = z.infer<typeof loginRequest>;
