import {
  CONFIG,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
  hashOfCode,
  newCode,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import { requireEquipment } from '../equipment/require-equipment.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { IntakeCodesRepository } from './intake-codes.repository.ts';
import {
  type CreateIntakeCodeRequest,
  type IntakeCodeResponse,
  type IssuedIntakeCodeResponse,
  issuedIntakeCodeResponse,
  type UpdateIntakeCodeRequest,
} from './intake-codes.schemas.ts';
import { sealedCode } from './sealed-code.ts';

/** What staff do with the QR codes of their stores. What people without an account do with one is in `intake`. */
@Injectable()
export class IntakeCodesService {
  /** An issued code as it is stored for its Idempotency-Key. */
  private readonly stored: z.ZodType<IssuedIntakeCodeResponse>;

  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly codes: IntakeCodesRepository,
    @Inject(CONFIG) { SESSION_SECRET }: Config,
  ) {
    this.stored = issuedIntakeCodeResponse.extend({ code: sealedCode(SESSION_SECRET) });
  }

  /**
   * Shows the secret once: only its hash is stored. For a retry with the same key it is also kept encrypted, for a day.
   * @throws Problem 400 when the location is unknown or not visible, or the equipment is not of this location; 409 when
   *   the secret of a retry can no longer be decrypted
   */
  create(
    principal: Principal,
    request: CreateIntakeCodeRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<IssuedIntakeCodeResponse>> {
    return this.database.once(principal, idempotentRequest, versioned(this.stored), async (transaction) => {
      const { locationId, equipmentId } = request;
      await this.visibility.requireLocation(transaction, principal, locationId);
      if (equipmentId !== null) await requireEquipment(transaction, locationId, equipmentId);
      const code = newCode();
      const id = await this.codes.insert(transaction, principal, request, hashOfCode(code));
      const { body, version } = await this.codes.get(principal, id, transaction);
      return { body: { ...body, code }, version };
    });
  }

  /** @throws Problem 404, 412 */
  update(
    principal: Principal,
    id: string,
    changes: UpdateIntakeCodeRequest,
    precondition: Precondition,
  ): Promise<Versioned<IntakeCodeResponse>> {
    return this.database.transaction(async (transaction) => {
      const { version } = await this.codes.lock(transaction, principal, id);
      precondition(version);
      if (Object.keys(changes).length > 0) await this.codes.update(transaction, id, changes);
      return this.codes.get(principal, id, transaction);
    });
  }

  /**
   * Replaces the secret and shows the new one: the stickers in use stop working at once.
   * @throws Problem 404, 412
   */
  rotate(
    principal: Principal,
    id: string,
    precondition: Precondition,
  ): Promise<Versioned<IssuedIntakeCodeResponse>> {
    return this.database.transaction(async (transaction) => {
      const locked = await this.codes.lock(transaction, principal, id);
      precondition(locked.version);
      const code = newCode();
      await this.codes.rotate(transaction, id, hashOfCode(code));
      const { body, version } = await this.codes.get(principal, id, transaction);
      return { body: { ...body, code }, version };
    });
  }
}
