export { Returns, type ResponseOptions } from './returns.ts';
export { problemResponse } from './problem-response.ts';
export {
  ReturnsCreated,
  ReturnsEntity,
  ReturnsNoContent,
  ReturnsUpdated,
  ReturnsVersioned,
} from './returns-entity.ts';
export { ReturnsPage } from './returns-page.ts';
export { Authorize, isSameSite, otherSite, Passive, Public } from './authorize.ts';
export { BackgroundWork } from './background-work.ts';
export { type Baseline, OlderThanBaseline } from './baseline.ts';
export { categories, categoryNames } from './categories.ts';
export { type Change, type ChangesRead, compareCursors, readChanges } from './change-feed.ts';
export { clientNetwork } from './client-network.ts';
export { ConcurrencyLimit } from './concurrency-limit.ts';
export {
  type BaseConfig,
  baseConfigSchema,
  ConfigError,
  describeOnlyEnv,
  loadConfig,
  secrets,
} from './config.ts';
export {
  COUNTED_FOR_CSV,
  csvFormat,
  csvOf,
  type Listing,
  type ListQuery,
  localTime,
  pageOrCsv,
  type Sheet,
  unguarded,
} from './csv.ts';
export { IfMatch, type Precondition, type Versioned, versioned } from './entity-tag.ts';
export { EventIds, signedText, textOfSigned } from './event-ids.ts';
export { responseId, responseInstant, choice, instant } from './fields.ts';
export { hasBody } from './encoding.ts';
export { HourlyPurge } from './hourly-purge.ts';
export { IdempotencyPurge } from './idempotency-purge.ts';
export { errorText } from './logged-error.ts';
export { Idempotency, IdempotencyKey, type IdempotentRequest, RefusesIdempotencyKey } from './idempotency.ts';
export { IdParam, idSchema } from './id-param.ts';
export { Draining } from './health.ts';
export { consume, createLimiter, createLocalLimiter, Limit } from './limiter.ts';
export { Metrics } from './metrics.ts';
export { writeOpenApi } from './openapi.ts';
export { currencySetting, moneyWords } from './money-words.ts';
export { OpenApiDocumentModule } from './openapi-document.ts';
export { brokenConstraint, isOutage } from './outages.ts';
export { creationKeys, encodeCursor, type Page, pageLimit, pageQuery } from './page.ts';
export { inShare } from './person-share.ts';
export { CurrentPrincipal, type Principal, type Role, roles, type ServiceRequest } from './principal.ts';
export {
  badRequest,
  conflict,
  gone,
  forbidden,
  incomplete,
  notFound,
  preconditionFailed,
  Problem,
  problemSchema,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unavailable,
  unprocessable,
} from './problem.ts';
export type { ProblemCode } from './problem-codes.ts';
export { publicNotFound } from './public-not-found.ts';
export { type Credential, hashToken, PrincipalReader } from './principal-reader.ts';
export {
  applyMigrations,
  createIndexConcurrently,
  type MigrationInterface,
  MigrationsBlocked,
  type QueryRunner,
  runMigrations,
} from './migrations.ts';
export { createRedisConnection, type RedisConnection } from './redis.ts';
export { requestContext } from './request-context.ts';
export { RouteTable } from './route-table.ts';
export { codeOf, codeSchema, derivedCode, hashOfCode, isCode, macOf, newCode } from './secret-code.ts';
export { secretBeginning } from './secret-beginning.ts';
export { ServiceModule } from './service.module.ts';
export { SESSION_COOKIE, sessionCookieOptions, Sessions, type SessionUser } from './session.ts';
export { createService, type ServiceOptions, startService } from './start-service.ts';
export { execute, selectRows, type Statement } from './statements.ts';
export {
  exactText,
  isVisible,
  optionalText,
  requiredText,
  storedText,
  trimmedText,
  undisguised,
  unique,
} from './text.ts';
export { TextCipher } from './text-cipher.ts';
export { CONFIG, PG_POOL, REDIS } from './tokens.ts';
export { Transactions } from './transactions.ts';
export { createValidationPipe } from './validation.ts';
export { WriteLimits } from './write-limits.ts';
