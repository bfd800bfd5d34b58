import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { CONFIG, notFound, type Principal } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { UploadGrantsService } from '../attachments/upload-grants.service.ts';
import type { AttachmentsConfig } from '../config.ts';
import { credentialsOf, deadline, PATIENCE } from '../storage/s3-client.ts';
import { orUnavailable } from '../storage/storage.ts';
import type { TemporaryCredentialsResponse } from './companion.schemas.ts';

/** Lifetime of temporary credentials in seconds: like the URLs, within the limits of every role. */
const [MIN_S, MAX_S] = [900, 3600];

interface RoleSettings {
  client: STSClient;
  roleArn: string;
  bucket: string;
  region: string;
}

/** Credentials with which a browser signs its own requests, for one key only. */
@Injectable()
export class TemporaryCredentials {
  /** Undefined when not configured. */
  private readonly role: RoleSettings | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    private readonly grants: UploadGrantsService,
  ) {
    this.role = roleOf(config);
  }

  /** @throws Problem 404 when no role is configured. */
  async get(principal: Principal): Promise<TemporaryCredentialsResponse> {
    const { role } = this;
    if (!role) throw notFound('Temporary credentials are not available here. Please upload another way.');
    return this.grants.openFor(principal, null, async ({ objectPath: key, expiresAt }) => ({
      credentials: await this.assume(role, principal.userId, key, expiresAt),
      bucket: role.bucket,
      region: role.region,
      key,
    }));
  }

  private assume(
    { client, roleArn, bucket }: RoleSettings,
    userId: string,
    key: string,
    expiresAt: string,
  ): Promise<TemporaryCredentialsResponse['credentials']> {
    return orUnavailable(async () => {
      const { Credentials } = await client.send(
        new AssumeRoleCommand({
          RoleArn: roleArn,
          RoleSessionName: userId,
          DurationSeconds: Math.min(MAX_S, Math.max(MIN_S, this.config.SIGNED_URL_TTL_S)),
          Policy: JSON.stringify(onlyUploading(bucket, key, expiresAt)),
        }),
        deadline('call'),
      );
      const {
        AccessKeyId: accessKeyId,
        SecretAccessKey: secretAccessKey,
        SessionToken: sessionToken,
        Expiration: expiration,
      } = Credentials ?? {};
      if (!accessKeyId || !secretAccessKey || !sessionToken || !expiration) throw new Error('no credentials');
      return { accessKeyId, secretAccessKey, sessionToken, expiration: expiration.toISOString() };
    });
  }
}

function roleOf(config: AttachmentsConfig): RoleSettings | undefined {
  if (config.STORAGE_DRIVER !== 's3' || config.S3_STS_ROLE_ARN === undefined) return undefined;
  const {
    S3_STS_ROLE_ARN: roleArn,
    S3_STS_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
  } = config;
  const credentials = credentialsOf(config);
  const client = new STSClient({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials && { credentials }),
    ...PATIENCE,
  });
  return { client, roleArn, bucket, region };
}

/** An IAM policy that allows only the upload of one object, while its grant lasts. */
const onlyUploading = (bucket: string, key: string, until: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      Resource: [`arn:aws:s3:::${bucket}/${key}`],
      // Credentials last 15 minutes at least, a grant perhaps less.
      Condition: { DateLessThan: { 'aws:CurrentTime': until } },
    },
  ],
});
