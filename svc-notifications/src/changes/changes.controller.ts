import {
  Authorize,
  CurrentPrincipal,
  inShare,
  Passive,
  type Principal,
  PrincipalReader,
  Returns,
  type ServiceRequest,
  unauthorized,
} from '@mainstay/service-kit';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type ChangesResponse,
  changesResponse,
  type ListChangesQuery,
  listChangesQuery,
} from './changes.schemas.ts';
import { ChangesService } from './changes.service.ts';

@ApiTags('Events')
@Controller('api/changes')
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly principals: PrincipalReader,
  ) {}

  @Get()
  @Authorize()
  @Passive()
  @Returns(200, changesResponse, {
    operationId: 'listChanges',
    summary: 'What changed since a call before, oldest first.',
    description:
      'The changes of what you could see before or after them, removals too; of what belongs to no location for administrators. 410 for a cursor of more than 30 days, of somebody else, or from before other locations were visible to you: read everything again, then go on with the `cursor` of the problem. A session is not prolonged by it.',
    problems: [400, 401, 'cursor_gone', 429],
  })
  list(
    @Req() { headers }: ServiceRequest,
    @CurrentPrincipal() { userId, role }: Principal,
    @Query({ schema: listChangesQuery }) query: ListChangesQuery,
  ): Promise<ChangesResponse> {
    const credential = this.principals.credentialOf(headers);
    if (!credential) throw unauthorized();
    return inShare(() => this.changes.list({ credential, userId, role }, query));
  }
}
