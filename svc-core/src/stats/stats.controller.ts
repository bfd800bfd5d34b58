import { Returns, Authorize, CurrentPrincipal, type Principal } from '@mainstay/service-kit';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StatsRepository } from './stats.repository.ts';
import { type StatsResponse, statsResponse } from './stats.schemas.ts';

@ApiTags('Stats')
@Controller('api/stats')
@Authorize()
export class StatsController {
  constructor(private readonly stats: StatsRepository) {}

  @Get()
  @Returns(200, statsResponse, {
    operationId: 'getStats',
    summary: 'Counts for the dashboard.',
    description: 'Of tickets and locations that are visible to you; others are not counted.',
    problems: [401],
  })
  read(@CurrentPrincipal() principal: Principal): Promise<StatsResponse> {
    return this.stats.read(principal);
  }
}
