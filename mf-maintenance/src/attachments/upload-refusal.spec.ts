import { describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@mainstay/web-kit';
import {
  cancel,
  choose,
  fakeStorage,
  grant,
  PUT,
  record,
  shownError,
  start,
  storageResponds,
  StorageRequest,
  uploadAtOnce,
  uploader,
  xml,
} from './testing/uploads.ts';

fakeStorage();

const problem = (status: number, code: string, detail: string) => JSON.stringify({ status, code, detail });

describe.each([
  {
    storage: 'disk',
    expired: {
      status: 403,
      body: problem(403, 'address_expired', 'Too late. Please ask for a new address.'),
    },
    unsigned: {
      status: 403,
      body: problem(403, 'signature', 'This address is not valid. Please ask for a new one.'),
    },
    refused: { status: 413, body: problem(413, 'file_too_large', 'A file may have at most 10 bytes.') },
    said: [
      '403: Too late. Please ask for a new address.',
      '403: This address is not valid. Please ask for a new one.',
      '413: A file may have at most 10 bytes.',
    ],
  },
  {
    storage: 'S3',
    expired: { status: 403, body: xml('AccessDenied', 'Request has expired') },
    unsigned: { status: 403, body: xml('SignatureDoesNotMatch', 'The signature does not match.') },
    refused: { status: 400, body: xml('EntityTooLarge', 'Your upload is too large.') },
    said: [
      '403: Request has expired',
      '403: The signature does not match.',
      '400: Your upload is too large.',
    ],
  },
])('what $storage refuses', ({ expired, unsigned, refused, said }) => {
  it.each([
    [expired, 'Request has expired', said[0]],
    [unsigned, 'Authorization required', said[1]],
    [refused, 'Non 2xx', said[2]],
  ])(
    'is told in the words of the widget, once, and gets a new grant (%#)',
    async (response, text, details) => {
      start();
      const failed = jest.fn<(file: unknown, error: { message: string }) => void>();
      uploader.on('upload-error', failed);
      const notices: unknown[] = [];
      uploader.on('info-visible', () => notices.push(uploader.getState().info.at(-1)));
      storageResponds(PUT, response);
      choose('a.txt', 3);
      await uploadAtOnce();
      expect(failed.mock.calls.map(([, { message }]) => message)).toEqual([text]);
      expect(shownError()).toBe(`${text} ${details}`);
      expect(notices).toMatchObject([{ message: 'Failed to upload a.txt', details: `${text} ${details}` }]);
      expect(StorageRequest.sent).toHaveLength(1);
      expect(cancel.mock.calls).toEqual([['uploads/1']]);
    },
  );
});

it('a session that has ended is told in the words of the widget, whatever call notices', async () => {
  const unauthorized = new ApiError({
    status: 401,
    detail: 'Unauthorized',
    errors: undefined,
    requestId: undefined,
  });
  start();
  grant.mockRejectedValueOnce(unauthorized);
  choose('a.txt', 3);
  await uploadAtOnce();
  expect(shownError()).toBe('Authorization required 401: Unauthorized');

  record.mockRejectedValueOnce(unauthorized);
  await uploadAtOnce(() => uploader.retryAll());
  expect(shownError()).toBe('Authorization required 401: Unauthorized');
});
