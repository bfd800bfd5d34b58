import {
  badRequest,
  brokenConstraint,
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { AssignmentsRepository } from './assignments.repository.ts';
import {
  type AssignLocationRequest,
  type AssignmentResponse,
  assignmentResponse,
} from './assignments.schemas.ts';

/** Employees and their assigned locations (specification, section 6). */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly assignments: AssignmentsRepository,
  ) {}

  /**
   * @throws Problem 400 for an unknown employee or location, 409 when the location is already assigned to the employee
   */
  assign(
    principal: Principal,
    request: AssignLocationRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<AssignmentResponse>> {
    return this.database
      .once(principal, idempotentRequest, versioned(assignmentResponse), async (transaction) => {
        if (!(await this.assignments.userExists(transaction, request.managerId))) {
          throw badRequest({ managerId: ['There is no such employee.'] });
        }
        await this.visibility.requireLocation(transaction, principal, request.locationId);
        return this.assignments.insert(transaction, request);
      })
      .catch((error: unknown) => {
        if (brokenConstraint(error)?.constraint === 'uq_manager_assignments_manager_id_location_id') {
          throw conflict('already_assigned', 'This location is already assigned to this employee.');
        }
        throw error;
      });
  }

  /** Assigns a location inside a transaction of the caller's, unless it is assigned already. */
  async ensureWithin(transaction: EntityManager, request: AssignLocationRequest): Promise<void> {
    if (!(await this.assignments.exists(transaction, request))) {
      await this.assignments.insert(transaction, request);
    }
  }

  /**
   * From the next request on, the location's data is no longer visible to the employee.
   * @throws Problem 404, 412
   */
  unassign(assignment: AssignLocationRequest, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      precondition(await this.assignments.delete(transaction, assignment));
    });
  }
}
