import { type Problem, tooLarge, unavailable } from '@mainstay/service-kit';

/** Metadata of a stored object. `version` changes whenever its bytes may have changed. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  readonly version: string;
}

/** Bytes that an upload URL accepts. */
export interface UploadSize {
  /** Checked by S3; the disk storage takes no more. */
  exactly?: number | undefined;
  /** Checked by the disk storage. */
  atMost?: number;
}

/** Whom a download is given to. The disk storage serves it while this person is active, not reset, and sees the ticket. */
export interface Holder {
  userId: string;
  sessionEpoch: number;
}

/** An object returned by {@link Storage.list}. */
export interface ListedObject {
  readonly key: string;
  readonly storedAt: Date;
}

/** Type of the pictures created by the service. */
export const PICTURE_TYPE = 'image/webp';

/** File name of a picture when it is saved. */
export const PICTURE_NAME = 'thumbnail.webp';

/**
 * Storage of the files. Keys look like `uploads/<uuid>`. Browsers transfer the bytes through signed URLs; the service
 * itself only inspects, copies and removes.
 *
 * Every method throws {@link storageUnavailable} when the storage fails.
 */
export interface Storage {
  /**
   * An absolute URL that accepts the object's bytes by PUT until `expiresAt`, from anyone who has it: at most {@link
   * maxBytes}, or as many as `size` allows, where the service itself receives them, and only while its grant is open.
   * S3 has no upper limit for a PUT, but accepts exactly as many as given.
   */
  signUpload(key: string, expiresAt: Date, size?: UploadSize): Promise<string>;

  /** An absolute URL that serves the object to `holder`, as an attachment named `fileName`, until `expiresAt`. */
  signDownload(key: string, fileName: string, expiresAt: Date, holder: Holder): Promise<string>;

  /** The key of an upload URL of this storage; undefined for any other URL. */
  keyOf(url: string): Promise<string | undefined>;

  /** Undefined while nothing is stored at the key. */
  inspect(key: string): Promise<StoredObject | undefined>;

  /**
   * Copies the object to a second key, `to`, out of reach of the URLs signed for the first.
   * @throws ObjectChanged when the inspected version no longer exists.
   */
  copy(from: string, version: string, to: string): Promise<void>;

  /** The object's first bytes, at most `limit`, in memory of their own; undefined when nothing is stored at the key. */
  readBytes(key: string, limit: number): Promise<Buffer<ArrayBuffer> | undefined>;

  /** Stores bytes created by the service, atomically. */
  store(key: string, bytes: Buffer): Promise<void>;

  /**
   * An absolute URL that serves a picture created by the service, {@link PICTURE_TYPE}, to `holder` until `expiresAt`:
   * displayable in an <img>, a download when opened.
   */
  signPicture(key: string, expiresAt: Date, holder: Holder): Promise<string>;

  /**
   * Lists everything stored, including unfinished uploads, or only objects under `key`; page by page, in no order.
   * Concurrent changes may or may not be included.
   */
  list(key?: string): AsyncIterable<ListedObject[]>;

  /** Removes the object and unfinished uploads to its key. Does nothing when there are none. */
  remove(key: string): Promise<void>;

  /** A form that stores the object, of at most {@link maxBytes}, when it is POSTed with the file as its last field. */
  signForm(key: string, expiresAt: Date): Promise<SignedForm>;

  /** The bucket's name; undefined for storage without buckets. */
  readonly bucket: string | undefined;

  /** Maximum bytes of one object. */
  readonly maxBytes: number;

  readonly multipart: MultipartUploads;
}

/** What a browser POSTs as multipart/form-data: `fields`, and then the field `file`. */
export interface SignedForm {
  url: string;
  fields: Record<string, string>;
}

/** Minimum bytes of every part except the last: S3's rule, applied by every driver. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** A completely received part. */
export interface StoredPart {
  /** From 1. */
  readonly number: number;
  /** Changes whenever the part's bytes may have changed. In double quotes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
}

/** A part named by the client when it completes an upload; the ETag with or without quotes. */
export type ClaimedPart = Pick<StoredPart, 'number' | 'etag'>;

/**
 * Objects uploaded in numbered parts, which may arrive in any order, concurrently and repeatedly. A received part is
 * kept until the upload is completed, aborted, or its key removed.
 */
export interface MultipartUploads {
  /** Starts an upload and returns its id. */
  create(key: string): Promise<string>;

  /** The id of the upload in progress to the key. */
  find(key: string): Promise<string | undefined>;

  /** An absolute URL that accepts the part's bytes by PUT until `expiresAt`, and returns its `ETag`. */
  signPart(key: string, uploadId: string, partNumber: number, expiresAt: Date): Promise<string>;

  /** Sorted by number; undefined when there is no such upload in progress. */
  parts(key: string, uploadId: string): Promise<StoredPart[] | undefined>;

  /**
   * Joins the parts to one object and returns its unsigned URL.
   * @throws PartsRefused when they are not the received parts, or one that is not the last is too small.
   * @throws ObjectChanged when the upload is no longer in progress.
   */
  complete(key: string, uploadId: string, parts: readonly ClaimedPart[]): Promise<string>;

  /** Aborts the upload and removes its parts. Does nothing when there is none. */
  abort(key: string, uploadId: string): Promise<void>;
}

/** The parts of an upload cannot be joined; the message says why. */
export class PartsRefused extends Error {
  override readonly name = 'PartsRefused';
}

/** Type of every stored object: browsers must not render it, whatever the uploader's claim. */
export const OPAQUE_TYPE = 'application/octet-stream';

/** Injection token of the configured {@link Storage}. */
export const STORAGE = Symbol('storage');

/** The object was replaced or removed since it was inspected. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
}

/** 503: the storage returns errors, is full, or does not respond. */
export const storageUnavailable = (cause: unknown): Problem =>
  unavailable('The file storage is temporarily unavailable. Please try again shortly.', cause, 5);

/**
 * The result of `work`.
 * @throws Problem 503 when it fails
 */
export async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageUnavailable(error);
  }
}

/** 413: larger than a file may be. */
export const fileTooLarge = (maxBytes: number): Problem =>
  tooLarge('file_too_large', `A file may have at most ${maxBytes} bytes.`);
