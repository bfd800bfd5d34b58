import { Returns, Authorize, CurrentPrincipal, type Principal } from '@mainstay/service-kit';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ReportRemoteLoadRequest, reportRemoteLoadRequest } from './remote-loads.schemas.ts';
import { RemoteLoadsService } from './remote-loads.service.ts';

@ApiTags('Remote loads')
@Controller('api/remote-loads')
@Authorize()
export class RemoteLoadsController {
  constructor(private readonly remoteLoads: RemoteLoadsService) {}

  @Post()
  @Returns(204, null, {
    operationId: 'reportRemoteLoad',
    summary: 'Report how loading a remote ended in a browser',
    description:
      'The shell sends it; operators see it as the metric `remote_loads_total`. 400 for an outcome that is not listed.',
    problems: [400, 401, 403, 413, 415, 429],
  })
  report(
    @CurrentPrincipal() { userId }: Principal,
    @Body({ schema: reportRemoteLoadRequest }) request: ReportRemoteLoadRequest,
  ): Promise<void> {
    return this.remoteLoads.count(userId, request);
  }
}
