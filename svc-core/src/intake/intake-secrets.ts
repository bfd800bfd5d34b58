import { codeOf, CONFIG, derivedCode, macOf } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

/** How long an open report of a code can be joined. */
const JOIN_S = 60 * 60;
const ID_BYTES = 16;
const EXPIRY_BYTES = 4;
const SIGNED_BYTES = ID_BYTES + EXPIRY_BYTES;

/** What a secret is used for: the same input gives other bytes for each. */
type Purpose = 'track' | 'join';

/** What the public is given and sends back, derived from or signed with INTAKE_SECRET, so that none of it is stored. */
@Injectable()
export class IntakeSecrets {
  private readonly secrets: readonly string[];

  constructor(@Inject(CONFIG) { INTAKE_SECRET }: Config) {
    this.secrets = INTAKE_SECRET;
  }

  /** The tracking token of a new report: 26 characters. */
  trackingToken(reportId: string): string {
    return codeOf(this.sign('track', reportId));
  }

  /**
   * The tracking token of a report again, also if the secret was rotated since.
   * @param hash of the token, in base64
   */
  trackingTokenAgain(reportId: string, hash: string): string {
    const again = derivedCode(this.secrets, Buffer.from(hash, 'base64'), 'track', reportId);
    // Without the secret of then there is no such token any more: the newest one leads to nothing.
    return again ?? this.trackingToken(reportId);
  }

  /** Names an open ticket to those who have the code, for an hour. In base64url. */
  join(codeId: string, ticketId: string, now = Date.now()): string {
    const signed = Buffer.alloc(SIGNED_BYTES);
    signed.write(ticketId.replaceAll('-', ''), 'hex');
    signed.writeUInt32BE(Math.floor(now / 1000) + JOIN_S, ID_BYTES);
    return Buffer.concat([signed, this.sign('join', codeId, signed)]).toString('base64url');
  }

  /** The id of the ticket; null unless it was issued for this code within the last hour. */
  joinedTicket(codeId: string, join: string, now = Date.now()): string | null {
    const bytes = Buffer.from(join, 'base64url');
    const [signed, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
    const isOurs = this.secrets.some((secret) => {
      const expected = macOf(secret, 'join', codeId, signed);
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    });
    if (!isOurs || signed.readUInt32BE(ID_BYTES) * 1000 <= now) return null;
    return signed.toString('hex', 0, ID_BYTES).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  }

  /** With the first secret. */
  private sign(purpose: Purpose, ...parts: (string | Buffer)[]): Buffer {
    const [secret] = this.secrets;
    if (secret === undefined) throw new Error('no intake secret');
    return macOf(secret, purpose, ...parts);
  }
}
