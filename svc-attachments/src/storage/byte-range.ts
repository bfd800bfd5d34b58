import parseRange from 'range-parser';

/** The bytes to send: all, one range (both ends included), or none because the range is outside the file. */
type RequestedBytes = 'all' | 'unsatisfiable' | { start: number; end: number };

/**
 * Evaluates a range request (RFC 9110, 14.2 and 13.1.5). Several ranges, another unit, unknown syntax, and an If-Range
 * with another version all return the whole file, which is always allowed.
 * @param etag the current strong entity tag, with its quotes
 */
export function requestedBytes(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  size: number,
  etag: string,
): RequestedBytes {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || !/^bytes=/i.test(range)) return 'all';
  // There is no Last-Modified, so a date never matches.
  if (ifRange !== undefined && ifRange !== etag) return 'all';
  const ranges = parseRange(size, range, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.length !== 1) return 'all';
  return ranges[0] ?? 'all';
}
