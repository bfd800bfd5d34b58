import { type Problem, unavailable } from '@mainstay/service-kit';

/** What is known of a stored object. `version` changes whenever its bytes may have changed. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  readonly version: string;
}

/**
 * Where the bytes are. Keys look like `uploads/<uuid>`. Browsers and storage exchange the bytes through signed URLs;
 * the service itself only looks, copies and removes.
 *
 * Every method throws {@link storageAway} when the storage cannot do its work.
 */
export interface Storage {
  /** An absolute URL that takes the object's bytes by PUT until `expiresAt`, from anyone who has it. */
  signUpload(key: string, expiresAt: Date): Promise<string>;

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

  /** Removes the object and what is left of unfinished uploads to its key. Removing nothing is fine. */
  remove(key: string): Promise<void>;
}

/** Injection token of the {@link Storage} in use. */
export const STORAGE = Symbol('storage');

/** The object was replaced or removed since it was inspected. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
}

/** 503: the storage refuses, is full, or does not answer. */
export const storageAway = (cause: unknown): Problem =>
  unavailable('The file storage is away at the moment. Please try again shortly.', cause, 5);
