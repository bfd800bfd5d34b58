import parseRange from 'range-parser';

/** What of a representation to send: all of it, one range (both ends included), or nothing that it has. */
export type RequestedBytes = 'all' | 'unsatisfiable' | { start: number; end: number };

/**
 * What a request asks for (RFC 9110, 14.2 and 13.1.5). Several ranges, another unit, a syntax nobody knows and an
 * If-Range that does not name this very version all mean the whole: that is always allowed.
 * @param etag the representation's strong entity tag, with its quotes
 */
export function requestedBytes(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  size: number,
  etag: string,
): RequestedBytes {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || !/^bytes=/i.test(range)) return 'all';
  // There is no Last-Modified to compare a date with.
  if (ifRange !== undefined && ifRange !== etag) return 'all';
  const ranges = parseRange(size, range, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.length !== 1) return 'all';
  return ranges[0] ?? 'all';
}
