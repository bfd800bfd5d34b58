/** Made by "npm run openapi": the limits of each request's fields. */

export const createTokenRequest = {
  name: { required: true, minLength: 1, maxLength: 100 },
  readOnly: {},
  expiresAt: {},
} as const;

export const loginRequest = {
  email: { required: true, minLength: 1, maxLength: 254 },
  password: { required: true, minLength: 1, maxLength: 256 },
} as const;

export const registerRequest = {
  email: { required: true, minLength: 1, maxLength: 254 },
  password: { required: true, minLength: 6, maxLength: 256 },
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  role: {},
} as const;

export const reportRemoteLoadRequest = {
  remote: { required: true },
  outcome: { required: true },
  milliseconds: { required: true },
} as const;

export const resetPasswordRequest = {
  userId: { required: true },
  newPassword: { required: true, minLength: 6, maxLength: 256 },
} as const;

export const setActiveRequest = { active: { required: true } } as const;

export const updateCurrentUserRequest = { profileImageUrl: { required: true, maxLength: 2000 } } as const;

export const updateUserRequest = {
  id: {},
  email: { minLength: 1, maxLength: 254 },
  firstName: { minLength: 1, maxLength: 100 },
  lastName: { minLength: 1, maxLength: 100 },
  role: {},
  profileImageUrl: { maxLength: 2000 },
} as const;
