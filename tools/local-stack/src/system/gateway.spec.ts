import { expect, it } from '@jest/globals';
import { storageOrigin } from './gateway.ts';

const [S3_BUCKET, S3_ENDPOINT] = ['files', 'http://s3.local:9000'];

it.each([
  ['', {}],
  ['https://files.s3.us-east-2.amazonaws.com', { S3_BUCKET, S3_REGION: 'us-east-2' }],
  ['http://files.s3.local:9000', { S3_BUCKET, S3_ENDPOINT }],
  ['http://s3.local:9000', { S3_BUCKET, S3_ENDPOINT, S3_FORCE_PATH_STYLE: 'true' }],
])('files are uploaded to "%s" with %j', (origin, env) => {
  expect(storageOrigin(env)).toBe(origin);
});
