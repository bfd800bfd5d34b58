import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { createHmac } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { BaseConfig } from './config.ts';
import { documentedHeader } from './documented-header.ts';
import { requestOf, type ServiceRequest } from './principal.ts';
import { badRequest, unavailable, unprocessable } from './problem.ts';
import { execute, selectRows } from './statements.ts';
import { CONFIG, SCHEMA } from './tokens.ts';

/** How long a key is remembered, in hours. */
export const IDEMPOTENCY_HOURS = 24;

/** A request that carries an `Idempotency-Key`. */
export interface KeyedRequest {
  key: string;
  /** Method and path. */
  operation: string;
  body: unknown;
}

/** Set on handlers that honour a key. */
const KEYED_METADATA = 'mainstay:keyed';
const MAX_KEY_LENGTH = 255;
const keySchema = z
  .string()
  .max(MAX_KEY_LENGTH)
  .regex(/^[\x21-\x7e]+$/);

function keyedRequestOf({ method, url, headers, body }: ServiceRequest): KeyedRequest | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  const key = keySchema.safeParse(header);
  if (!key.success) {
    throw badRequest({ 'Idempotency-Key': ['Must be 1 to 255 printable ASCII characters, given once.'] });
  }
  return { key: key.data, operation: `${method} ${url.split('?', 1)[0] ?? ''}`, body };
}

/** The request's `Idempotency-Key` with what it stands for, null without one. For handlers that create. */
export const Keyed = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => keyedRequestOf(requestOf(context)),
  [
    documentedHeader({
      name: 'Idempotency-Key',
      description:
        'A new random word. A repetition with it, within 24 hours, gives the first answer and creates nothing.',
      maxLength: MAX_KEY_LENGTH,
      example: '5a0ee86e-7a44-4a0f-a0c9-0ad5d4b0e3a1',
    }),
    (target, name) => {
      const handler: unknown = name === undefined ? undefined : Reflect.get(target, name);
      if (typeof handler === 'function') SetMetadata(KEYED_METADATA, true)(handler);
    },
  ],
);

/** The methods that nginx repeats only for a request with a key (RFC 9110, 9.2.2: the others may be repeated anyway). */
const NOT_IDEMPOTENT = new Set(['POST', 'PATCH']);

/**
 * Refuses an `Idempotency-Key` where it means nothing: whoever sends one, and the gateway, would repeat the call and change
 * something twice. @throws Problem 400
 */
@Injectable()
export class IdempotencyKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = requestOf(context);
    if (headers['idempotency-key'] === undefined || !NOT_IDEMPOTENT.has(method)) return true;
    if (this.reflector.get<boolean | undefined>(KEYED_METADATA, context.getHandler())) return true;
    throw badRequest({ 'Idempotency-Key': ['Not supported here. Send the request without it.'] });
  }
}

const keptAnswer = z.object({ body_hash: z.string(), answer: z.unknown() });

/**
 * Remembers the answers to keyed requests in the service's table `idempotency_keys`. In SQL, because each service has
 * that table in a schema of its own, which an entity of TypeORM names when it is compiled.
 */
@Injectable()
export class Idempotency {
  private readonly table: string;

  constructor(
    @Inject(SCHEMA) schema: string,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {
    this.table = `${schema}.idempotency_keys`;
  }

  /**
   * Runs a creation once per user and key, inside its transaction. A retry waits for the first one, gives its answer
   * and creates nothing.
   * @throws Problem 422 when the key was used with another body.
   */
  async once<Answer>(
    transaction: EntityManager,
    userId: string,
    request: KeyedRequest | null,
    answerSchema: z.ZodType<Answer>,
    create: () => Promise<Answer>,
  ): Promise<Answer> {
    if (!request) return create();
    const id = [userId, request.operation, request.key];
    const [bodyHash = '', ...olderHashes] = this.hashes(request.body);
    // A concurrent insert of the same key waits here until the first transaction ends.
    const inserted = await execute(transaction, {
      text: `INSERT INTO ${this.table} (user_id, operation, key, body_hash) VALUES ($1, $2, $3, $4)
             ON CONFLICT ON CONSTRAINT pk_idempotency_keys DO NOTHING`,
      values: [...id, bodyHash],
    });
    if (inserted === 0) {
      const [kept] = await selectRows(transaction, keptAnswer, {
        text: `SELECT body_hash, answer FROM ${this.table} WHERE user_id = $1 AND operation = $2 AND key = $3`,
        values: id,
      });
      // It was old enough to be forgotten at this very moment.
      if (!kept) throw unavailable('This request was sent before. Please try again shortly.');
      if (![bodyHash, ...olderHashes].includes(kept.body_hash)) {
        throw unprocessable('This Idempotency-Key was used with another body. Send a new key.');
      }
      return answerSchema.parse(kept.answer);
    }
    const answer = await create();
    await execute(transaction, {
      text: `UPDATE ${this.table} SET answer = $4 WHERE user_id = $1 AND operation = $2 AND key = $3`,
      values: [...id, JSON.stringify(answer)],
    });
    return answer;
  }

  /**
   * Keyed with a secret: a body may hold a password, and a plain hash of a short one is soon guessed. One for each secret,
   * because a retry may come after the secret was changed.
   */
  private hashes(body: unknown): string[] {
    const text = jsonOf(body ?? null);
    return this.config.SESSION_SECRET.map((secret) =>
      createHmac('sha256', secret).update(text).digest('hex'),
    );
  }
}

/** @throws Problem 400 for a body that was read and cannot be written: it is nested too deeply */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    if (error instanceof RangeError) throw badRequest({}, 'The body is nested too deeply.');
    throw error;
  }
}
