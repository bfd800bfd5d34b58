import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from './refusal.ts';
import type { Secret } from './signature.ts';

const policySchema = z.object({
  Statement: z.array(
    z.object({
      Effect: z.literal('Allow'),
      Action: z.array(z.string()),
      Resource: z.array(z.string()),
      Condition: z.object({ DateLessThan: z.object({ 'aws:CurrentTime': z.iso.datetime() }) }),
    }),
  ),
});

const ACTIONS: Record<string, string> = { PUT: 's3:PutObject', POST: 's3:PutObject', GET: 's3:GetObject' };

/** Temporary credentials (STS AssumeRole) and the permissions of their policy. */
export class TokenService {
  private readonly given = new Map<string, Secret & { policy: z.infer<typeof policySchema> }>();

  /** The response of AssumeRole. */
  assumeRole(form: URLSearchParams): string {
    const policy = policySchema.parse(JSON.parse(form.get('Policy') ?? ''));
    const seconds = Number(form.get('DurationSeconds'));
    if (seconds < 900 || seconds > 43_200) throw new Refusal(400, 'ValidationError');
    const [id, secretAccessKey, sessionToken] = [`TEMP${randomUUID()}`, randomUUID(), randomUUID()];
    this.given.set(id, { secretAccessKey, sessionToken, policy });
    return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
      <AccessKeyId>${id}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
      <SessionToken>${sessionToken}</SessionToken>
      <Expiration>${new Date(Date.now() + seconds * 1000).toISOString()}</Expiration>
      </Credentials></AssumeRoleResult></AssumeRoleResponse>`;
  }

  secretOf(accessKeyId: string): Secret | undefined {
    return this.given.get(accessKeyId);
  }

  /** Throws when the key is a temporary one and its policy does not allow the action on the resource. */
  requireAllowed(accessKeyId: string, method: string, resource: string): void {
    const temporary = this.given.get(accessKeyId);
    if (!temporary) return;
    const isAllowed = temporary.policy.Statement.some(
      (statement) =>
        statement.Action.includes(ACTIONS[method] ?? '') &&
        statement.Resource.includes(resource) &&
        new Date() < new Date(statement.Condition.DateLessThan['aws:CurrentTime']),
    );
    if (!isAllowed) throw new Refusal(403, 'AccessDenied');
  }
}
