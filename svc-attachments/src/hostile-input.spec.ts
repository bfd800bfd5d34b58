import { expect, it } from '@jest/globals';
import { slowParsers } from '@mainstay/service-kit/testing';
import { grantUploadQuery, recordAttachmentRequest } from './attachments/attachments.schemas.ts';
import { attachmentDisposition } from './storage/content-disposition.ts';
import { requestedBytes } from './storage/byte-range.ts';

it('reads 8 KB of anything from outside at once', () => {
  const range = (text: string) => requestedBytes({ range: text }, 1e9, '"1"');
  expect(
    slowParsers({
      record: (text) =>
        recordAttachmentRequest.safeParse({ fileName: text, fileType: text, fileSize: 1, objectPath: text }),
      grant: (text) => grantUploadQuery.safeParse({ fileName: text, fileType: text, key: text }),
      'file name': attachmentDisposition,
      range,
      "range 'bytes='": range,
      "range 'bytes=0-1,'": range,
    }),
  ).toEqual([]);
});
