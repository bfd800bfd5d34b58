import { Answers, Authorize, CurrentPrincipal, type Principal } from '@mainstay/service-kit';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
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

@ApiTags('Employees')
@Controller('api')
export class AssignmentsController {
  constructor(private readonly assignments: AssignmentsService) {}

  @Get('managers')
  @Authorize('admin')
  @AnswersPage(managerResponse, {
    operationId: 'listManagers',
    summary: 'All employees with their assigned locations, by name. Administrators only.',
    problems: [403],
  })
  listManagers(
    @Query({ schema: listManagersQuery }) query: ListManagersQuery,
  ): Promise<Page<ManagerResponse>> {
    return this.assignments.listManagers(query);
  }

  @Post('managers/assign')
  @Authorize('admin')
  @Answers(201, assignmentResponse, {
    operationId: 'assignLocation',
    summary: 'Assigns a location to an employee. Administrators only.',
    problems: [400, 401, 403, 409, 413, 415],
  })
  assign(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: assignLocationRequest }) request: AssignLocationRequest,
  ): Promise<AssignmentResponse> {
    return this.assignments.assign(principal, request);
  }

  @Get('user/assigned-locations')
  @Authorize('district_manager')
  @AnswersPage(assignedLocationResponse, {
    operationId: 'listAssignedLocations',
    summary: 'The locations assigned to the current district manager, by store number.',
    problems: [403],
  })
  listAssignedLocations(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listAssignedLocationsQuery }) query: ListAssignedLocationsQuery,
  ): Promise<Page<AssignedLocationResponse>> {
    return this.assignments.listAssignedLocations(principal, query);
  }
}
