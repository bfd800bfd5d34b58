import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Listing as ListingSchema,
  type ListQuery,
  type Page,
  pageOrCsv,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsNoContent,
  ReturnsPage,
  ReturnsUpdated,
  type ResponseOptions,
  type Role,
  type Sheet,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Delete, Get, Inject, Patch, Post, Query, type Type } from '@nestjs/common';
import type { z } from 'zod';

interface EntityRows<Response, Listing> {
  list(principal: Principal, query: Listing): Promise<Page<Response>>;
  get(principal: Principal, id: string): Promise<Versioned<Response>>;
}

export interface EntityRules<Response, Creation, Changes> {
  create: (
    principal: Principal,
    request: Creation,
    idempotentRequest: IdempotentRequest | null,
  ) => Promise<Versioned<Response>>;
  update: (
    principal: Principal,
    id: string,
    changes: Changes,
    precondition: Precondition,
  ) => Promise<Versioned<Response>>;
  delete: (principal: Principal, id: string, precondition: Precondition) => Promise<void>;
}

/** What is said of a call in the OpenAPI document, and who may use it if not everybody who is signed in. */
type Call = Pick<ResponseOptions, 'summary' | 'description' | 'problems' | 'filter'> & { roles?: Role[] };

/** The calls that every entity has, with their documentation. */
interface EntityCalls<Response, Listing extends ListQuery, Creation, Changes> {
  /** In operation ids, for example `Task` for `createTask`. */
  name: string;
  /** In the operation id of the list; `name` with an s by default. */
  names?: string;
  response: z.ZodType<Response>;
  listing: ListingSchema<Listing>;
  /** The list as a file; `listing` has `csvFormat` then. */
  sheet?: Sheet<Response>;
  creation: z.ZodType<Creation>;
  changes: z.ZodType<Changes>;
  calls: Record<'list' | 'get' | 'create' | 'update' | 'delete', Call>;
}

/**
 * The controller of an entity, to which the caller's class gives its path. What is read comes from the repository
 * `Reader`, what is written goes through the rules of the service `Writer`.
 */
export function entityController<Response, Listing extends ListQuery, Creation, Changes>(
  Reader: Type<EntityRows<Response, Listing>>,
  Writer: Type<EntityRules<Response, Creation, Changes>>,
  entity: EntityCalls<Response, Listing, Creation, Changes>,
) {
  const { name, names = `${name}s`, response, listing, sheet, creation, changes: changing, calls } = entity;

  @Authorize()
  class EntityController {
    constructor(
      @Inject(Reader) readonly rows: EntityRows<Response, Listing>,
      @Inject(Writer) readonly rules: EntityRules<Response, Creation, Changes>,
    ) {}

    @Authorize(...(calls.list.roles ?? []))
    @Get()
    @ReturnsPage(response, { ...calls.list, ...(sheet && { problems: [429] }), operationId: `list${names}` })
    list(@CurrentPrincipal() principal: Principal, @Query({ schema: listing }) query: Listing) {
      return pageOrCsv(sheet, listing, query, (page) => this.rows.list(principal, page));
    }

    @Authorize(...(calls.get.roles ?? []))
    @Get(':id')
    @ReturnsEntity(response, { ...calls.get, operationId: `get${name}` })
    get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
      return this.rows.get(principal, id);
    }

    @Authorize(...(calls.create.roles ?? []))
    @Post()
    @ReturnsCreated(response, { ...calls.create, operationId: `create${name}` })
    create(
      @CurrentPrincipal() principal: Principal,
      @Body({ schema: creation }) request: Creation,
      @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
    ) {
      return this.rules.create(principal, request, idempotentRequest);
    }

    @Authorize(...(calls.update.roles ?? []))
    @Patch(':id')
    @ReturnsUpdated(response, { ...calls.update, operationId: `update${name}` })
    update(
      @CurrentPrincipal() principal: Principal,
      @IdParam() id: string,
      @Body({ schema: changing }) changes: Changes,
      @IfMatch() precondition: Precondition,
    ) {
      return this.rules.update(principal, id, changes, precondition);
    }

    @Authorize(...(calls.delete.roles ?? []))
    @Delete(':id')
    @ReturnsNoContent({ ...calls.delete, operationId: `delete${name}` })
    delete(
      @CurrentPrincipal() principal: Principal,
      @IdParam() id: string,
      @IfMatch() precondition: Precondition,
    ) {
      return this.rules.delete(principal, id, precondition);
    }
  }
  return EntityController;
}
