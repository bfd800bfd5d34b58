/**
 * Path patterns of a service in service.json:
 * `/api/stats` matches only that path, `{id}` matches exactly one segment, and `/**` at the end also matches everything
 * below.
 */
const SYNTAX = /^\/api\/[a-z][a-z0-9-]*(\/([a-z0-9][a-z0-9-]*|\{[A-Za-z]+\}))*(\/\*\*)?$/;
const REST = '/**';

/** Whether a text is a pattern. The segment after `/api` is always literal, so that no service can claim everything. */
export const isPattern = (text: string): boolean => SYNTAX.test(text);

/** Whether some path matches both patterns. */
export function overlaps(a: string, b: string): boolean {
  const [short, long] = [parse(a), parse(b)].sort((x, y) => x.segments.length - y.segments.length);
  if (short === undefined || long === undefined) return false;
  if (short.segments.length < long.segments.length && !short.hasRest) return false;
  return short.segments.every((segment, index) => {
    const other = long.segments[index] ?? '';
    return segment === other || isPlaceholder(segment) || isPlaceholder(other);
  });
}

/** Whether every path that matches `narrow` also matches `wide`. */
export function isWithin(narrow: string, wide: string): boolean {
  const [inner, outer] = [parse(narrow), parse(wide)];
  const isLonger = inner.segments.length > outer.segments.length || inner.hasRest;
  if (inner.segments.length < outer.segments.length || (isLonger && !outer.hasRest)) return false;
  return outer.segments.every(
    (segment, index) => isPlaceholder(segment) || segment === inner.segments[index],
  );
}

const isPlaceholder = (segment: string): boolean => segment.startsWith('{');

function parse(pattern: string): { segments: string[]; hasRest: boolean } {
  const hasRest = pattern.endsWith(REST);
  const path = hasRest ? pattern.slice(0, -REST.length) : pattern;
  return { segments: path.slice(1).split('/'), hasRest };
}
