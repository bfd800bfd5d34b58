import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  type Page,
  type Principal,
  ReturnsPage,
} from '@mainstay/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PeopleRepository } from './people.repository.ts';
import {
  type ListPeopleQuery,
  listPeopleQuery,
  type PersonResponse,
  personResponse,
} from './people.schemas.ts';

@ApiTags('Tickets')
@Controller('api/tickets/:id/people')
@Authorize()
export class PeopleController {
  constructor(private readonly people: PeopleRepository) {}

  @Get()
  @ReturnsPage(personResponse, {
    operationId: 'listTicketPeople',
    summary: 'The active users who can open a ticket, by name: for mentions and assignment.',
    description:
      'Administrators, and the district managers of its location. 404 for a ticket that is not visible to you.',
    problems: [404],
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Query({ schema: listPeopleQuery }) query: ListPeopleQuery,
  ): Promise<Page<PersonResponse>> {
    return this.people.list(principal, ticketId, query);
  }
}
