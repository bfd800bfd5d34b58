import { describe, expect, it } from '@jest/globals';
import { storageOrigin } from './gateway.ts';

describe('storageOrigin', () => {
  it('is empty for the disk', () => {
    expect(storageOrigin({})).toBe('');
  });

  it("is the bucket's host, on AWS and elsewhere", () => {
    expect(storageOrigin({ S3_BUCKET: 'files', S3_REGION: 'us-east-2' })).toBe(
      'https://files.s3.us-east-2.amazonaws.com',
    );
    expect(storageOrigin({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.local:9000' })).toBe(
      'http://files.s3.local:9000',
    );
  });

  it('is the endpoint when the bucket is in the path', () => {
    const env = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.local:9000', S3_FORCE_PATH_STYLE: 'true' };
    expect(storageOrigin(env)).toBe('http://s3.local:9000');
  });
});
