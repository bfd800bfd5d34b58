/**
 * Preloaded into a service (`--import`): reports to the parent process, for each request, the statements the service
 * sent to PostgreSQL and the first row of each result.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, Server } from 'node:http';
import pg from 'pg';

/** A statement as it was sent. */
export interface RecordedStatement {
  text: string;
  name: string | undefined;
  values: unknown[];
  /** The first row of its result. */
  row?: unknown;
}

const requests = new AsyncLocalStorage<RecordedStatement[]>();

const emit = methodOf(Server.prototype, 'emit');
Reflect.set(Server.prototype, 'emit', function (this: Server, ...args: unknown[]): unknown {
  const [event, request, response] = args;
  if (event !== 'request' || (request instanceof IncomingMessage && request.url === '/health/ready'))
    return call(emit, this, args);
  const statements: RecordedStatement[] = [];
  if (isResponse(response)) response.once('finish', () => process.send?.(statements));
  return requests.run(statements, () => call(emit, this, args));
});

const query = methodOf(pg.Client.prototype, 'query');
Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]): unknown {
  const statements = requests.getStore();
  const statement = statementOf(args);
  if (!statements || !statement) return call(query, this, args);
  statements.push(statement);
  const keep = (result: unknown): void => {
    if (isResult(result)) statement.row = result.rows[0];
  };
  const last = args.at(-1);
  if (typeof last === 'function') {
    args[args.length - 1] = (error: unknown, result: unknown): void => {
      keep(result);
      Reflect.apply(last, undefined, [error, result]);
    };
    return call(query, this, args);
  }
  const result = call(query, this, args);
  if (result instanceof Promise) result.then(keep, () => undefined);
  return result;
});

/** Of `query(text, values)` and of `query({ text, name, values })`. */
function statementOf([first, second]: unknown[]): RecordedStatement | undefined {
  const given = Array.isArray(second) ? (second as unknown[]) : [];
  if (typeof first === 'string') return { text: first, name: undefined, values: given };
  if (!isConfig(first)) return undefined;
  return { text: first.text, name: first.name, values: first.values ?? given };
}

function methodOf(prototype: object, name: string): (...args: never[]) => unknown {
  const method: unknown = Reflect.get(prototype, name);
  if (!isMethod(method)) throw new Error(`there is no ${name}`);
  return method;
}

function isMethod(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function';
}

/** Typed as unknown, because `Reflect.apply` returns any. */
const call = (method: (...args: never[]) => unknown, of: object, args: unknown[]): unknown =>
  Reflect.apply(method, of, args);

const isConfig = (value: unknown): value is { text: string; name?: string; values?: unknown[] } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';
const isResult = (value: unknown): value is { rows: unknown[] } =>
  typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows);
const isResponse = (value: unknown): value is NodeJS.EventEmitter =>
  typeof value === 'object' && value !== null && 'once' in value;
