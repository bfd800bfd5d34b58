/** Injection tokens that service-kit provides to every module. */

/** The service's validated settings. */
export const CONFIG = Symbol('config');
/** The connection to Redis, {@link RedisConnection}. */
export const REDIS = Symbol('redis');
/** The `pg.Pool` of TypeORM's data source, for hand-written statements. */
export const PG_POOL = Symbol('pg-pool');
/** The service's name, for example `svc-core`. */
export const SERVICE_NAME = Symbol('service-name');
/** The service's database schema, for example `core`. */
export const SCHEMA = Symbol('schema');
