import { notFound, type Page, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { search } from '../database/search.ts';
import { sql } from '../database/sql.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { byLastName } from '../lists/people-order.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { visibleTicket } from '../ticket-rows/visible-ticket.ts';
import { canOpenTicketsAt } from '../visibility/visible-to.ts';
import { type ListPeopleQuery, type PersonResponse, personResponse } from './people.schemas.ts';

const personRow = personResponse.extend(pageColumns);

/** Who can open a ticket. */
@Injectable()
export class PeopleRepository {
  constructor(private readonly database: Database) {}

  /**
   * By last name.
   * @throws Problem 404 when the ticket is not visible
   */
  async list(principal: Principal, ticketId: string, query: ListPeopleQuery): Promise<Page<PersonResponse>> {
    const ticket = await visibleTicket(this.database.entities, principal, sql`${ticketId}`).getOne();
    if (!ticket) throw notFound();
    const table = sql`auth.users u`;
    const conditions = [
      canOpenTicketsAt(sql`${ticket.locationId}`),
      ...search(query.q, [sql`(u.first_name || ' ' || u.last_name)`]),
    ];
    return readPage(this.database, {
      row: personRow,
      alias: 'u',
      // svc_core may not read all columns of users, so only ids are selected first.
      octets: { ofRow: sql`0`, areCostly: true },
      columns: columnsOf(personResponse, 'u'),
      table,
      conditions,
      total: countOf(table, conditions),
      ...byLastName('u'),
      query,
      toItem: ownFields,
    });
  }
}
