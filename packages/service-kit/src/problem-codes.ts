import { conflicts } from './conflict-codes.ts';

/** What a code means, and what to do about it: the page `/problems/<code>`. */
type Row = readonly [means: string, remedy: string];

/**
 * Every code of a problem, by its status: the types of the exceptions, the OpenAPI documents and the pages of the
 * gateway are made from it. A code stays as it is once it is released; further ones may be added.
 */
export const problems = {
  400: {
    invalid: [
      'The request is not valid: a field is missing, unknown, of another type or out of range.',
      'Read `errors`, which has the messages of each field, and correct the request. The same request fails again.',
    ],
  },
  401: {
    no_session: [
      'The call needs somebody who is signed in, and the request has no valid session and no token.',
      'Sign in, or send a personal access token: `Authorization: Bearer …`.',
    ],
    token_unknown: [
      'No such token was ever created here, or it is not written as a token is.',
      'Check that the whole token was copied, and that it belongs to this installation.',
    ],
    token_expired: ['The day until which the token was valid has passed.', 'Create another token.'],
    token_revoked: [
      'The token was revoked: by its owner, by an administrator, or with a password reset or a deactivation.',
      'Ask the owner of the token, and create another one.',
    ],
    wrong_password: [
      'No active user has this e-mail address and this password.',
      'Enter both again. An administrator can reset a password.',
    ],
  },
  403: {
    role: [
      'The role of the user does not allow this, or not with these values.',
      'Ask an administrator to do it. Each call says in the documents who may use it.',
    ],
    read_only: ['The token may only read.', 'Use a token that was created without `readOnly`.'],
    foreign_site: [
      'A browser sent this change from a page of another site.',
      'Use the product itself, or a script with a token.',
    ],
    session_only: [
      'A personal access token cannot do this: a lost token must not give more access.',
      'Sign in with a password or the account of the company.',
    ],
    not_author: [
      'Only its author may do this to a comment.',
      'Ask its author, or an administrator to remove it.',
    ],
    signature: [
      'The signed address of a file is not valid: it was changed, or signed for another call.',
      'Request a new address.',
    ],
    address_expired: ['The signed address of a file has expired.', 'Request a new address.'],
    not_readable: ['This address is not served to anybody.', 'Check the address.'],
  },
  404: {
    not_found: [
      'It does not exist, or it belongs to a location that is not visible to you. Both are the same on purpose.',
      'Check the address. An administrator can assign the location to you.',
    ],
  },
  405: {
    method_not_allowed: ['The address does not support this method.', 'Use a method that `Allow` names.'],
  },
  408: { timeout: ['The request took too long to arrive.', 'Send it again.'] },
  409: conflicts,
  410: {
    cursor_gone: [
      'What changed since this cursor is not known any more, or the cursor is of another caller.',
      'Read everything again, and go on from `cursor`, which is that of now.',
    ],
    undo_expired: ['A change of many tickets can be undone for ten minutes.', 'Change the tickets again.'],
  },
  411: { length_required: ['The request has a body of unknown length.', 'Send `Content-Length`.'] },
  412: {
    changed: [
      'It has another version than the one in `If-Match`: it was changed since you read it.',
      'Read it again, apply your change to what you read, and send its new `ETag`.',
    ],
    costs_changed: [
      'The costs of the ticket are no longer what `totalCost` says.',
      'Read the costs again and decide about what they are now.',
    ],
    changed_since_preview: ['The row was changed after the file was read.', 'Choose the file again.'],
    added_since_preview: ['The row was added after the file was read.', 'Choose the file again.'],
  },
  413: {
    too_large: ['The body is larger than the call accepts.', 'Send less. The documents say how much.'],
    file_too_large: ['The file is larger than a file may be.', 'Send a smaller file.'],
    storage_full: [
      'The files of the location have the size that they may have in total.',
      'Delete attachments that are no longer needed.',
    ],
  },
  414: { address_too_long: ['The address is too long.', 'Send fewer filters, or shorter ones.'] },
  415: {
    content_type: [
      'The body has another content type than the call takes.',
      'Send the type that `detail` names.',
    ],
    content_encoding: ['The body is compressed or otherwise encoded.', 'Send it without `Content-Encoding`.'],
  },
  416: {
    range: ['The file is shorter than the range that was asked for.', 'Ask for a range within the file.'],
  },
  421: { unknown_host: ['Nothing is served under this host name.', 'Use the address of your installation.'] },
  422: {
    key_reused: [
      'The `Idempotency-Key` was used with another body within 24 hours.',
      'Send a new key with each new request, and the same key only with the same body.',
    ],
    not_a_picture: [
      'The file is no picture that can be read, or has too many pixels.',
      'Send a JPEG, PNG, WebP, GIF, HEIC or AVIF, as the call says.',
    ],
    not_showing: ['Only a picture can have a `purpose`.', 'Leave `purpose` out, or send a picture.'],
    wrong_size: ['The uploaded file has another size than the request says.', 'Upload the file again.'],
  },
  429: {
    rate_limited: [
      'Too many requests, uploads, streams or exports of this user or address, or with this code.',
      'Wait the seconds in `Retry-After`, then send it again.',
    ],
  },
  431: { headers_too_large: ['The headers of the request are too large.', 'Send fewer or shorter headers.'] },
  500: {
    internal: ['Something went wrong on the side of the server.', 'Report the `requestId`.'],
  },
  501: { not_implemented: ['The server does not know this method.', 'Use another method.'] },
  503: {
    unavailable: [
      'Something that is needed is temporarily unavailable.',
      'Wait the seconds in `Retry-After`, then send it again. A POST needs its `Idempotency-Key` to happen only once.',
    ],
  },
  505: { http_version: ['The server does not know this version of HTTP.', 'Use HTTP/1.1.'] },
} as const satisfies Record<number, Record<string, Row>>;

type Problems = typeof problems;
export type ProblemStatus = keyof Problems;
/** The codes of a status. */
export type CodeOf<Status extends ProblemStatus> = { [Each in Status]: keyof Problems[Each] }[Status];
export type ProblemCode = CodeOf<ProblemStatus>;

/** The statuses and their codes, in the order of the table. */
export const problemCodes = Object.entries(problems).map(
  ([status, rows]) => [Number(status), Object.keys(rows)] as const,
);

const statuses = new Map(problemCodes.flatMap(([status, codes]) => codes.map((code) => [code, status])));

/** The status of a code. */
export const statusOfCode = (code: ProblemCode): number => statuses.get(code) ?? 500;
