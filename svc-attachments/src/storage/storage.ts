import { type Problem, tooLarge, unavailable } from '@mainstay/service-kit';

/** What is known of a stored object. `version` changes whenever its bytes may have changed. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  readonly version: string;
}

/** Something stored, as {@link Storage.list} finds it. */
export interface ListedObject {
  readonly key: string;
  readonly storedAt: Date;
}

/** Type of the pictures the service makes. */
export const PICTURE_TYPE = 'image/webp';

/** The name a picture would be saved under. */
export const PICTURE_NAME = 'thumbnail.webp';

/**
 * Where the bytes are. Keys look like `uploads/<uuid>`. Browsers and storage exchange the bytes through signed URLs;
 * the service itself only looks, copies and removes.
 *
 * Every method throws {@link storageAway} when the storage cannot do its work.
 */
export interface Storage {
  /**
   * An absolute URL that takes the object's bytes by PUT until `expiresAt`, from anyone who has it: at most
   * {@link maxBytes} where the service itself takes them. S3 knows no upper limit for a PUT, but takes exactly `bytes`
   * when they are given.
   */
  signUpload(key: string, expiresAt: Date, bytes?: number): Promise<string>;

  /** An absolute URL that serves the object as an attachment named `fileName` until `expiresAt`. */
  signDownload(key: string, fileName: string, expiresAt: Date): Promise<string>;

  /** The key that an upload URL of this storage leads to; undefined for any other address. */
  keyOf(url: string): Promise<string | undefined>;

  /** Undefined while nothing is stored under the key. */
  inspect(key: string): Promise<StoredObject | undefined>;

  /**
   * Gives the object a second key, `to`, where the URLs signed for the first do not reach it.
   * @throws ObjectChanged when there is no longer the inspected version.
   */
  copy(from: string, version: string, to: string): Promise<void>;

  /** The object's first bytes, `limit` at most; undefined when nothing is stored under the key. */
  readBytes(key: string, limit: number): Promise<Buffer | undefined>;

  /** Stores bytes of the service's own making: all of them or none. */
  store(key: string, bytes: Buffer): Promise<void>;

  /**
   * An absolute URL that serves a picture of the service's own making, {@link PICTURE_TYPE}, until `expiresAt`: for an
   * <img>, while whoever opens it gets a download.
   */
  signPicture(key: string, expiresAt: Date): Promise<string>;

  /**
   * Whatever is stored, unfinished uploads included, or only what is under `key`; page by page, in no order. What comes
   * or goes meanwhile may be in it or not.
   */
  list(key?: string): AsyncIterable<ListedObject[]>;

  /** Removes the object and what is left of unfinished uploads to its key. Removing nothing is fine. */
  remove(key: string): Promise<void>;

  /** A form that stores the object, of at most {@link maxBytes}, when it is POSTed with the file as its last field. */
  signForm(key: string, expiresAt: Date): Promise<SignedForm>;

  /** The bucket's name; undefined where there are none. */
  readonly bucket: string | undefined;

  /** Bytes of one object at most. */
  readonly maxBytes: number;

  readonly multipart: MultipartUploads;
}

/** What a browser POSTs as multipart/form-data: `fields`, and then the field `file`. */
export interface SignedForm {
  url: string;
  fields: Record<string, string>;
}

/** Bytes that every part but the last has at least: S3's rule, kept by every driver. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** A part that has arrived whole. */
export interface StoredPart {
  /** From 1. */
  readonly number: number;
  /** Changes whenever the part's bytes may have changed. In double quotes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
}

/** What the client says of a part when it completes an upload; the ETag with or without its quotes. */
export type ClaimedPart = Pick<StoredPart, 'number' | 'etag'>;

/**
 * Objects that arrive in numbered parts, which may come in any order, several at a time, and again. A part that has
 * arrived stays until the upload is completed, aborted, or its key removed.
 */
export interface MultipartUploads {
  /** Begins an upload and answers its id. */
  create(key: string): Promise<string>;

  /** The id of an upload to the key that is under way. */
  find(key: string): Promise<string | undefined>;

  /** An absolute URL that takes the part's bytes by PUT until `expiresAt`, and answers its `ETag`. */
  signPart(key: string, uploadId: string, partNumber: number, expiresAt: Date): Promise<string>;

  /** By their numbers; undefined when no such upload is under way. */
  parts(key: string, uploadId: string): Promise<StoredPart[] | undefined>;

  /**
   * Makes the parts one object, of which the address without permission is answered.
   * @throws PartsRefused when they are not the parts that arrived, or one that is not the last is too small.
   * @throws ObjectChanged when no such upload is under way any more.
   */
  complete(key: string, uploadId: string, parts: readonly ClaimedPart[]): Promise<string>;

  /** Ends the upload and removes its parts. Aborting nothing is fine. */
  abort(key: string, uploadId: string): Promise<void>;
}

/** The parts of an upload cannot become an object; the message says why to the person who uploads. */
export class PartsRefused extends Error {
  override readonly name = 'PartsRefused';
}

/** Type of every stored object: nothing that a browser would render, whatever the uploader called it. */
export const OPAQUE_TYPE = 'application/octet-stream';

/** Injection token of the {@link Storage} in use. */
export const STORAGE = Symbol('storage');

/** The object was replaced or removed since it was inspected. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
}

/** 503: the storage refuses, is full, or does not answer. */
export const storageAway = (cause: unknown): Problem =>
  unavailable('The file storage is away at the moment. Please try again shortly.', cause, 5);

/** 413: more than a file may have. */
export const fileTooLarge = (maxBytes: number): Problem =>
  tooLarge(`A file may have at most ${maxBytes} bytes.`);
