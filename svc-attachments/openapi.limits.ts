/** Made by "npm run openapi": the limits of each request's fields. */

export const completeMultipartUploadRequest = { parts: { required: true } } as const;

export const createMultipartUploadRequest = {
  filename: { required: true, minLength: 1 },
  type: { required: true },
  metadata: {},
} as const;

export const recordAttachmentRequest = {
  fileName: { required: true, minLength: 1, maxLength: 255 },
  fileType: { maxLength: 100 },
  fileSize: { required: true },
  objectPath: { required: true, minLength: 1, maxLength: 4096 },
} as const;
