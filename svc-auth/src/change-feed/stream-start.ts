import { EventIds, PG_POOL, readChanges } from '@mainstay/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { Pool } from 'pg';

/** Documents the header; for the options of `Returns`. */
export const STREAM_START_HEADER = {
  'Last-Event-ID':
    'Where the events stand: sent as `Last-Event-ID` to GET /api/events within ten minutes, the stream has every change ' +
    'that is not in what you read after this response. Missing while that cannot be told.',
};

/** Tells a page that begins from where to start its event stream, so that it need not read anything twice. */
@Injectable()
export class StreamStart {
  private readonly logger = new Logger(StreamStart.name);

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly ids: EventIds,
  ) {}

  /** Sets the header. To be called before the body is read: what changes in between is sent again. */
  async tell(response: Response): Promise<void> {
    try {
      const { cursor } = await readChanges(this.pool, null);
      response.setHeader('Last-Event-ID', this.ids.idOf(cursor));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'The position of the change feed is unknown; a page reads its data twice',
      );
    }
  }
}
