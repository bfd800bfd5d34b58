import { expect, it } from '@jest/globals';
import { paths, read } from './files.ts';

/** The permission that each call of the SDK needs (AWS' service authorization reference). */
const RIGHTS: Record<string, string> = {
  AbortMultipartUploadCommand: 's3:AbortMultipartUpload',
  CompleteMultipartUploadCommand: 's3:PutObject',
  // Also needs s3:GetObject for the original.
  CopyObjectCommand: 's3:PutObject',
  CreateMultipartUploadCommand: 's3:PutObject',
  DeleteObjectCommand: 's3:DeleteObject',
  GetObjectCommand: 's3:GetObject',
  HeadObjectCommand: 's3:GetObject',
  ListMultipartUploadsCommand: 's3:ListBucketMultipartUploads',
  ListObjectsV2Command: 's3:ListBucket',
  ListPartsCommand: 's3:ListMultipartUploadParts',
  PutObjectCommand: 's3:PutObject',
  UploadPartCommand: 's3:PutObject',
  paginateListObjectsV2: 's3:ListBucket',
};

interface Policy {
  Statement: { Effect: 'Allow'; Action: string[]; Resource: string[] }[];
}

it('the storage policy allows exactly the calls of svc-attachments and the backup, for one bucket', () => {
  const sources = [...paths('svc-attachments/src/storage/*.ts'), 'tools/backup/src/objects.ts']
    .map(read)
    .join('\n');
  const calls = new Set(sources.match(/\b(?:new [A-Z]\w+Command|paginate[A-Z]\w+)(?=\()/g));
  const needed = [...calls].map((call) => RIGHTS[call.replace('new ', '')] ?? `none is known of ${call}`);
  const { Statement } = JSON.parse(read('tools/deploy/s3/policy.json')) as Policy;
  expect([...new Set(Statement.flatMap(({ Action }) => Action))].sort()).toEqual([...new Set(needed)].sort());
  for (const resource of Statement.flatMap(({ Resource }) => Resource)) {
    expect(resource).toMatch(/^arn:aws:s3:::mainstay-files(\/(uploads|attachments|thumbnails)\/\*)?$/);
  }
});
