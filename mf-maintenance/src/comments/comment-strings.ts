/** The texts of comments. */
export const commentStrings = {
  add: 'Add a comment',
  placeholder: 'Write @ to mention somebody',
  comment: 'Comment',
  submit: 'Comment',
  pending: 'Commenting...',
  added: 'Comment added',
  addFailed: 'Failed to add comment',
  none: 'No comments yet',
  edited: 'Edited',
  removed: 'Comment removed',
  forReporter: 'Visible to the reporter',
  hints: {
    reporter: 'The person who reported this can read it. It cannot mention anybody.',
    vendor: 'The vendor gets it by mail. It cannot mention anybody.',
  },
  mentionsNobody: {
    reporter: 'The reporter sees this comment: it cannot mention anybody.',
    vendor: 'The vendor sees this comment: it cannot mention anybody.',
  },
  audience: 'Who sees it',
  team: 'Team',
  vendor: 'Vendor',
  forVendor: 'Visible to the vendor',
  /** Somebody without an account: the name is what they say it is, and its own brackets do not end the mark. */
  signedAs: (name: string) =>
    `The reporter (signed as ${name.replaceAll(/[(（]/g, '[').replaceAll(/[)）]/g, ']')})`,
  reporter: 'The reporter',
  formerEmployee: 'Former employee',
  edit: 'Edit',
  editTitle: 'Edit Comment',
  editFailed: 'Failed to edit comment',
  deleteTitle: 'Delete Comment',
  deletePrompt: 'Are you sure you want to delete the comment? This action cannot be undone.',
  deleteFailed: 'Failed to delete comment',
  changedMeanwhile:
    'Someone else has changed the comment in the meantime. Read it again before you delete it.',
  addPhotos: 'Add photos',
  chosenPhotos: 'Photos to add',
  removePhoto: (fileName: string) => `Remove ${fileName}`,
  tooLarge: (fileName: string, maxBytes: number) =>
    `${fileName} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
  noPicture: (fileName: string) => `${fileName} is not a picture. Other files go under Attachments.`,
  unsentPhotos: 'The comment was added without these photos:',
  discardPhotos: 'Discard',
} as const;
