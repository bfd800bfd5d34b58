/**
 * Path patterns of a service in service.json: `/api/stats` matches only that path, `{id}` matches exactly one segment,
 * and `/**` at the end also matches everything below.
 */
const SYNTAX = /^\/api\/[a-z][a-z0-9-]*(\/([a-z0-9][a-z0-9-]*|\{[A-Za-z]+\}))*(\/\*\*)?$/;

/** Whether a text is a pattern. The segment after `/api` is always literal, so that no service can claim everything. */
export const isPattern = (text: string): boolean => SYNTAX.test(text);
