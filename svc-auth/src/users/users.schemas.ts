import { idSchema, requiredText, roles, storedText, type Versioned } from '@mainstay/service-kit';
import { z } from 'zod';
import type { User } from './user.entity.ts';

const email = requiredText(254).toLowerCase().pipe(z.email('Must be an e-mail address.'));
const name = requiredText(100);
/** Specification, section 9: at least 6 characters. The upper bound keeps hashing cheap to refuse. */
const password = storedText
  .refine((value) => value.length >= 6, 'Password must be at least 6 characters')
  .refine((value) => value.length <= 256, 'At most 256 characters.')
  .meta({ minLength: 6, maxLength: 256 });
const role = z.enum(roles);

export const userResponse = z
  .object({
    id: idSchema,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    role,
    active: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'UserResponse' });
export type UserResponse = z.infer<typeof userResponse>;
/** With the version that becomes the entity tag. */
export const versionedUserResponse = z.object({ answer: userResponse, version: z.int() });

export const registerRequest = z
  .strictObject({ email, password, firstName: name, lastName: name, role: role.default('district_manager') })
  .meta({ id: 'RegisterRequest' });
export type RegisterRequest = z.infer<typeof registerRequest>;

export const updateUserRequest = z
  .strictObject({
    id: idSchema.optional(),
    email: email.optional(),
    firstName: name.optional(),
    lastName: name.optional(),
    role: role.optional(),
  })
  .meta({ id: 'UpdateUserRequest' });
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

export const setActiveRequest = z.strictObject({ active: z.boolean() }).meta({ id: 'SetActiveRequest' });
export type SetActiveRequest = z.infer<typeof setActiveRequest>;

export const resetPasswordRequest = z
  .strictObject({ userId: idSchema, newPassword: password })
  .meta({ id: 'ResetPasswordRequest' });
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** What the world may see of a user: never the password or its hash. */
export const toUserResponse = (user: User): UserResponse => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  profileImageUrl: user.profileImageUrl,
  role: user.role,
  active: user.active,
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
});

export const toVersionedUserResponse = (user: User): Versioned<UserResponse> => ({
  answer: toUserResponse(user),
  version: user.version,
});
