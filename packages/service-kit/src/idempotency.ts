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
import { requestContext } from './request-context.ts';
import { execute, selectRows } from './statements.ts';
import { CONFIG, SCHEMA } from './tokens.ts';

/** Hours a key is remembered. */
export const IDEMPOTENCY_HOURS = 24;

/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  key: string;
  /** Method and path. */
  operation: string;
  body: unknown;
}

/** Set on handlers that support a key. */
const IDEMPOTENCY_METADATA = 'mainstay:keyed';
const MAX_KEY_LENGTH = 255;
const keySchema = z
  .string()
  .max(MAX_KEY_LENGTH)
  .regex(/^[\x21-\x7e]+$/);

function keyedRequestOf({ method, url, headers, body }: ServiceRequest): IdempotentRequest | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  const key = keySchema.safeParse(header);
  if (!key.success) {
    throw badRequest({ 'Idempotency-Key': ['Must be 1 to 255 printable ASCII characters, given once.'] });
  }
  return { key: key.data, operation: `${method} ${url.split('?', 1)[0] ?? ''}`, body };
}

/** The request's `Idempotency-Key` with the request it identifies; null without one. For handlers that create. */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => keyedRequestOf(requestOf(context)),
  [
    documentedHeader({
      name: 'Idempotency-Key',
      description: 'A unique key, for example a UUID. Within 24 hours a retry returns the first response.',
      maxLength: MAX_KEY_LENGTH,
      example: '5a0ee86e-7a44-4a0f-a0c9-0ad5d4b0e3a1',
    }),
    (target, name) => {
      const handler: unknown = name === undefined ? undefined : Reflect.get(target, name);
      if (typeof handler === 'function') SetMetadata(IDEMPOTENCY_METADATA, true)(handler);
    },
  ],
);

/** Set on handlers that refuse a key. */
const REFUSES_METADATA = 'mainstay:refuses-key';

/** For a POST that makes another thing each time and keeps no response for a retry, because it has a secret. */
export const RefusesIdempotencyKey = () => SetMetadata(REFUSES_METADATA, true);

/**
 * Rejects an `Idempotency-Key` where a retry, by the client or by the gateway, would repeat a change: on a PATCH, and on
 * what {@link RefusesIdempotencyKey}. Every other POST takes one: it creates once for a key, or does nothing twice.
 * @throws Problem 400
 */
@Injectable()
export class IdempotencyKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = requestOf(context);
    if (headers['idempotency-key'] === undefined) return true;
    const handler = context.getHandler();
    const says = (metadata: string) => this.reflector.get<boolean | undefined>(metadata, handler) === true;
    if (method === 'POST' ? !says(REFUSES_METADATA) : method !== 'PATCH' || says(IDEMPOTENCY_METADATA))
      return true;
    throw badRequest({ 'Idempotency-Key': ['Not supported here. Send the request without it.'] });
  }
}

const storedResult = z.object({ body_hash: z.string(), answer: z.unknown() });

/**
 * Stores the responses to requests with a key in the service's table `idempotency_keys`. Written in SQL, because the
 * table is in each service's own schema and a TypeORM entity has a fixed schema.
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
   * Runs a creation once per user and key, inside its transaction. A retry waits for the first request, returns its
   * response and creates nothing.
   * @throws Problem 422 when the key was used with another body.
   */
  async once<Result>(
    transaction: EntityManager,
    userId: string,
    request: IdempotentRequest | null,
    resultSchema: z.ZodType<Result>,
    create: () => Promise<Result>,
  ): Promise<Result> {
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
      const [stored] = await selectRows(transaction, storedResult, {
        text: `SELECT body_hash, answer FROM ${this.table} WHERE user_id = $1 AND operation = $2 AND key = $3`,
        values: id,
      });
      // The key expired and was deleted just now.
      if (!stored) throw unavailable('This request was sent before. Please try again shortly.');
      if (![bodyHash, ...olderHashes].includes(stored.body_hash)) {
        throw unprocessable('key_reused', 'This Idempotency-Key was used with another body. Send a new key.');
      }
      const result = resultSchema.parse(stored.answer);
      requestContext().markReplayed();
      return result;
    }
    const result = await create();
    await execute(transaction, {
      text: `UPDATE ${this.table} SET answer = $4 WHERE user_id = $1 AND operation = $2 AND key = $3`,
      values: [...id, JSON.stringify(resultSchema.encode(result))],
    });
    return result;
  }

  /**
   * Hashed with a secret: a body may contain a password, and a plain hash of a short one is easily guessed. One hash
   * for each secret, because a retry may arrive after the secret was rotated. Members of objects are sorted first; what
   * earlier versions stored was hashed in the order in which it came.
   */
  private hashes(body: unknown): string[] {
    const texts = [jsonOf(body ?? null, sorted), jsonOf(body ?? null)];
    return texts.flatMap((text) =>
      this.config.SESSION_SECRET.map((secret) => createHmac('sha256', secret).update(text).digest('hex')),
    );
  }
}

/** Equal JSON is the same request: the order of an object's members does not count, that of a list does. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** @throws Problem 400 for a body that was parsed but cannot be serialized: it is nested too deeply */
function jsonOf(body: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(body, replacer);
  } catch (error) {
    if (error instanceof RangeError) throw badRequest({}, 'The body is nested too deeply.');
    throw error;
  }
}
