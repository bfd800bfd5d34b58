import {
  choice,
  idSchema,
  requiredText,
  roles,
  storedText,
  undisguised,
  type Versioned,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { email } from './email.ts';
import { typedPassword } from './passwords.ts';
import type { User } from '../database/user.entity.ts';

const name = requiredText(100, undisguised);
/** Specification, section 9: at least 6 characters. The maximum limits the cost of hashing. Composed: see passwords.ts. */
const password = typedPassword
  .normalize()
  .refine((value) => value.length >= 6, 'Password must be at least 6 characters')
  .refine((value) => value.length <= 256, 'At most 256 characters.')
  .meta({ minLength: 6, maxLength: 256 });
const role = choice(roles);
/** URL of a picture, which browsers load; null for none. Which hosts it may be at: picture-hosts.ts. */
const profileImageUrl = storedText
  .refine((value) => value.length <= 2000, 'At most 2000 characters.')
  .refine(
    (value) => /^https:\/\/[^\s"'<>\\]+$/.test(value) && URL.canParse(value),
    'Must be an https address.',
  )
  .meta({
    maxLength: 2000,
    description:
      'https URL of a picture at a host that the operator allows (`PICTURE_HOSTS`); null for none.',
  })
  .nullable();

const examples = {
  user: {
    id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
    email: 'tom.okafor@example.com',
    firstName: 'Tom',
    lastName: 'Okafor',
    profileImageUrl: null,
    role: 'district_manager',
    active: true,
    createdAt: '2026-03-05T15:04:00.000Z',
    updatedAt: '2026-03-05T15:04:00.000Z',
  },
  person: {
    email: 'dana.reyes@example.com',
    firstName: 'Dana',
    lastName: 'Reyes',
    role: 'district_manager',
  },
};

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
  .meta({ id: 'UserResponse', examples: [examples.user] });
export type UserResponse = z.infer<typeof userResponse>;

/** The signed-in user. */
export const currentUserResponse = userResponse
  .extend({
    signedInBy: z
      .enum(['password', 'company', 'token'])
      .meta({ description: 'With a password, with the company’s account, or a personal access token.' }),
  })
  .meta({ id: 'CurrentUserResponse', examples: [{ ...examples.user, signedInBy: 'password' }] });
export type CurrentUserResponse = z.infer<typeof currentUserResponse>;

/** What the sign-in screen shows besides the form. */
export const setupResponse = z
  .object({
    needed: z.boolean(),
    selfRegistration: z.boolean(),
    company: z
      .object({ label: z.string() })
      .optional()
      .meta({ description: 'The company whose accounts sign in; missing where none do.' }),
  })
  .meta({ id: 'SetupResponse', examples: [{ needed: false, selfRegistration: false }] });

export type SetupResponse = z.infer<typeof setupResponse>;

export const registerRequest = z
  .strictObject({ email, password, firstName: name, lastName: name, role: role.default('district_manager') })
  .meta({ id: 'RegisterRequest', examples: [{ ...examples.person, password: 'correct horse' }] });
export type RegisterRequest = z.infer<typeof registerRequest>;

export const updateUserRequest = z
  .strictObject({
    id: idSchema.optional(),
    email: email.optional(),
    firstName: name.optional(),
    lastName: name.optional(),
    role: role.optional(),
    profileImageUrl: profileImageUrl.optional(),
  })
  .meta({ id: 'UpdateUserRequest', examples: [{ email: 'thomas.okafor@example.com', firstName: 'Thomas' }] });
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

/** Fields that users may change about themselves. */
export const updateCurrentUserRequest = z.strictObject({ profileImageUrl }).meta({
  id: 'UpdateCurrentUserRequest',
  examples: [{ profileImageUrl: 'https://secure.gravatar.com/avatar/5f9c4ab08cac7457' }],
});
export type UpdateCurrentUserRequest = z.infer<typeof updateCurrentUserRequest>;

export const setActiveRequest = z
  .strictObject({ active: z.boolean() })
  .meta({ id: 'SetActiveRequest', examples: [{ active: false }] });
export type SetActiveRequest = z.infer<typeof setActiveRequest>;

export const resetPasswordRequest = z.strictObject({ userId: idSchema, newPassword: password }).meta({
  id: 'ResetPasswordRequest',
  examples: [{ userId: examples.user.id, newPassword: 'battery staple' }],
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** The public fields of a user: never the password or its hash. */
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
  body: toUserResponse(user),
  version: user.version,
});

export const toVersionedCurrentUser = (
  user: User,
  signedInBy: CurrentUserResponse['signedInBy'],
): Versioned<CurrentUserResponse> => ({
  body: { ...toUserResponse(user), signedInBy },
  version: user.version,
});
