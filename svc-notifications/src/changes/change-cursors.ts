import { CONFIG, type BaseConfig, signedText, textOfSigned } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Scope } from '../events/scope.ts';

/** How long a cursor can be used. */
const VALID_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Whose cursor it is, and what they can see. */
interface Holder {
  userId: string;
  scope: Scope;
}

/**
 * The cursors of `GET /api/changes`: one of the change feed, signed for a user and the locations visible to them. Nobody
 * else can use it, nor the user once they see other locations: what was there before is no change.
 */
@Injectable()
export class ChangeCursors {
  constructor(@Inject(CONFIG) private readonly config: BaseConfig) {}

  of(feedCursor: string, holder: Holder, now = Date.now()): string {
    return signedText(this.config, purposeOf(holder), feedCursor, now);
  }

  /** The cursor of the feed; null for one that is too old, of somebody else or of other locations. */
  read(cursor: string, holder: Holder): string | null {
    return textOfSigned(this.config, purposeOf(holder), cursor, VALID_FOR_MS);
  }
}

function purposeOf({ userId, scope }: Holder): string {
  const places = scope === 'everything' ? scope : [...scope].toSorted().join();
  return `changes:${userId}:${createHash('sha256').update(places).digest('base64url')}`;
}
