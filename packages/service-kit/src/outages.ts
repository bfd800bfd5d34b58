import { QueryFailedError } from 'typeorm';

/** SQLSTATE classes and codes that mean "the database cannot serve this now", not "the request is wrong". */
const OUTAGE_SQLSTATES = [/^08/, /^53/, /^57/, /^55P03$/, /^25006$/, /^40001$/, /^40P01$/];
const OUTAGE_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * Messages of node-postgres, node-redis and TypeORM for a lost, slow or full server; these errors have no code. TypeORM
 * releases a query runner when its connection breaks within a transaction.
 */
const OUTAGE_MESSAGES = [
  /^Connection terminated/,
  /timeout exceeded when trying to connect/,
  /^PostgreSQL does not respond$/,
  /Client has encountered a connection error/,
  /^Client was closed and is not queryable/,
  /^Query runner already released/,
  // Redis at its memory limit refuses writes and keeps its data.
  /^OOM command not allowed/,
  /^Database connection provided by a query runner was already released/,
];
const REDIS_OUTAGES = new Set([
  'ClientClosedError',
  'ClientOfflineError',
  'DisconnectsClientError',
  'ConnectionTimeoutError',
  'SocketClosedUnexpectedlyError',
  'SocketTimeoutError',
  'CommandTimeoutDuringMaintenanceError',
  'TimeoutError',
  'AbortError',
  'ReconnectStrategyError',
]);

/** Whether an error means that PostgreSQL or Redis is unavailable, too slow or shutting down: a 503, not a 500. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof QueryFailedError) return isOutage(error.driverError);
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    OUTAGE_ERRNOS.has(code) ||
    (code.length === 5 && OUTAGE_SQLSTATES.some((pattern) => pattern.test(code))) ||
    OUTAGE_MESSAGES.some((pattern) => pattern.test(error.message)) ||
    REDIS_OUTAGES.has(error.name) ||
    REDIS_OUTAGES.has(error.constructor.name)
  );
}

/**
 * The name of the constraint that a failed statement violated, with its SQLSTATE (23505 unique, 23503 foreign key, …).
 */
export function brokenConstraint(error: unknown): { code: string; constraint: string } | undefined {
  const driverError: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(driverError instanceof Error) || !('code' in driverError) || !('constraint' in driverError)) return;
  const { code, constraint } = driverError;
  return typeof code === 'string' && typeof constraint === 'string' ? { code, constraint } : undefined;
}
