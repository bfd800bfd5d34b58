import { ConfigError } from './config.ts';

/**
 * What is logged of an error besides its type, message and stack. Errors of PostgreSQL, TypeORM and mail servers have
 * more: parameters, `detail` and `where` contain what people typed.
 */
const LOGGED = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'];

/** Bounded, so that the time does not grow with the square of a message. */
const E_MAIL = /[^\s<>"'(),:;=]{1,64}@[^\s<>"'(),:;=]{1,255}/g;

const MESSAGE_LENGTH = 2000;
const QUERY_LENGTH = 1000;
const DEPTH = 5;

const memberOf = (error: Error, name: string): unknown =>
  name in error ? Reflect.get(error, name) : undefined;

/** Messages of invalid JSON, and of class 22 of PostgreSQL (data exceptions), quote the value. */
function messageOf(error: Error): string {
  const code = memberOf(error, 'code');
  const isOfValue = error.name === 'SyntaxError' || (typeof code === 'string' && /^22\w{3}$/.test(code));
  const message = isOfValue ? (error.message.split(/["':]/, 1)[0] ?? '') : error.message;
  return message.slice(0, MESSAGE_LENGTH).replaceAll(E_MAIL, '…@…');
}

/** An error for a log, without the values that a statement or a request had. */
export function loggedError(error: unknown, depth = DEPTH): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = messageOf(error);
  const { stack = '', cause } = error;
  // The stack begins with the message, which may look like a line of a stack.
  const at = stack.indexOf(error.message);
  const calls = stack.slice(at === -1 ? 0 : at + error.message.length);
  const lines = calls.split('\n').filter((line) => line.startsWith('    at '));
  const query = memberOf(error, 'query');
  const members = LOGGED.map((name) => [name, memberOf(error, name)] as const);
  return {
    type: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...lines].join('\n'),
    ...Object.fromEntries(members.filter(([, value]) => typeof value === 'string')),
    // Placeholders stand for its values.
    ...(typeof query === 'string' && { query: query.slice(0, QUERY_LENGTH) }),
    ...(cause !== undefined && depth > 0 && { cause: loggedError(cause, depth - 1) }),
    ...(error instanceof AggregateError &&
      depth > 0 && { errors: error.errors.slice(0, DEPTH).map((each) => loggedError(each, depth - 1)) }),
  };
}

/** An error for the standard error of a command, without values. */
export function errorText(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { stack, type, cause } = loggedError(error);
  return `${String(stack ?? type)}${cause === undefined ? '' : `\nCause: ${JSON.stringify(cause)}`}`;
}
