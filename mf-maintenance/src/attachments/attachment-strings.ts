/** The texts of attachments. */
export const attachmentStrings = {
  title: 'Attachments',
  upload: 'Upload File',
  none: 'No attachments yet',
  loadFailed: 'The attachments could not be loaded.',
  size: (kilobytes: string) => `${kilobytes} KB`,
  download: 'Download',
  delete: 'Delete',
  uploadNote: (maxBytes: number) =>
    `One file, up to ${Math.floor(maxBytes / 1024 / 1024)} MB. JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, MP4 and MOV are stored without ` +
    'the place where they were taken, all other files as they are.',
  uploaded: 'File uploaded successfully',
  uploadFailed: 'Failed to upload file',
  deleted: 'Attachment deleted successfully',
  deleteFailed: 'Failed to delete attachment',
  downloadFailed: 'Failed to download file',
  purpose: 'Purpose',
  purposes: { none: 'None', before: 'Before', after: 'After' },
  purposeFailed: 'Failed to change the purpose',
  photos: 'Photos',
  open: (fileName: string) => `Open ${fileName}`,
  noPreview: 'This file cannot be shown here. Download it to see it.',
  /**
   * The upload widget's messages (specification, section 8). It shows "Upload failed" and "Session restored" itself.
   */
  refusal: {
    expired: 'Request has expired',
    refused: 'Non 2xx',
    unauthorized: 'Authorization required',
  },
} as const;
