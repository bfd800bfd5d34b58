import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Page,
  pageOrCsv,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsNoContent,
  ReturnsPage,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AssignmentsRepository } from './assignments.repository.ts';
import {
  type AssignedLocationResponse,
  assignedLocationResponse,
  type AssignLocationRequest,
  assignLocationRequest,
  type AssignmentResponse,
  assignmentResponse,
  type ListAssignedLocationsQuery,
  listAssignedLocationsQuery,
  type ListManagersQuery,
  listManagersQuery,
  type ManagerResponse,
  managerResponse,
} from './assignments.schemas.ts';
import { AssignmentsService } from './assignments.service.ts';
import { managersSheet } from './managers.sheet.ts';

@ApiTags('Employees')
@Controller('api')
export class AssignmentsController {
  constructor(
    private readonly assignments: AssignmentsService,
    private readonly rows: AssignmentsRepository,
  ) {}

  @Get('managers')
  @Authorize('admin')
  @ReturnsPage(managerResponse, {
    operationId: 'listManagers',
    summary: 'All employees with their assigned locations, by name. Administrators only.',
    description: 'Also those who are deactivated.',
    problems: [403, 429],
  })
  listManagers(
    @Query({ schema: listManagersQuery }) query: ListManagersQuery,
  ): Promise<Page<ManagerResponse> | StreamableFile> {
    return pageOrCsv(managersSheet, listManagersQuery, query, (page) => this.rows.listManagers(page));
  }

  @Post('managers/assign')
  @Authorize('admin')
  @ReturnsCreated(assignmentResponse, {
    operationId: 'assignLocation',
    summary: 'Assigns a location to an employee. Administrators only.',
    description: '400 for an unknown employee or location, 409 when it is assigned already.',
    problems: ['already_assigned'],
  })
  assign(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: assignLocationRequest }) request: AssignLocationRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<AssignmentResponse>> {
    return this.assignments.assign(principal, request, idempotentRequest);
  }

  @Delete('managers/:managerId/locations/:locationId')
  @Authorize('admin')
  @ReturnsNoContent({
    operationId: 'unassignLocation',
    summary: 'Removes a location from an employee, effective at once. Administrators only.',
    description: '404 when it is not assigned.',
  })
  unassign(
    @IdParam('managerId') managerId: string,
    @IdParam('locationId') locationId: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.assignments.unassign({ managerId, locationId }, precondition);
  }

  @Get('user/assigned-locations')
  @Authorize('district_manager')
  @ReturnsPage(assignedLocationResponse, {
    operationId: 'listAssignedLocations',
    summary: 'The locations assigned to the current district manager, by store number.',
    description: '403 for administrators, who see all locations.',
    problems: [403],
  })
  listAssignedLocations(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listAssignedLocationsQuery }) query: ListAssignedLocationsQuery,
  ): Promise<Page<AssignedLocationResponse>> {
    return this.rows.listLocationsOf(principal, query);
  }
}
