import { Sessions } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { STREAM_START_HEADER, StreamStart } from '../change-feed/stream-start.ts';

/** Documents the headers; for the options of `Returns`. */
export const SESSION_HEADERS = {
  ...STREAM_START_HEADER,
  'Session-Lifetime':
    'How long the session goes on, in seconds: `idle=43200, remaining=600000, unused=60` is without another request of a ' +
    'person, at most, and since their last one. A request with the header `Sent-By: page` is none. A browser shows ' +
    'nothing that it has kept for longer without hearing from the server. Missing without a session.',
};

/** Tells a page with its user what it has to know of the session and of the events. */
@Injectable()
export class SessionHeaders {
  constructor(
    private readonly sessions: Sessions,
    private readonly streamStart: StreamStart,
  ) {}

  /** Sets the headers. To be called before the body is read: what changes in between is sent again as an event. */
  async tell({ session, sessionID }: Request, response: Response): Promise<void> {
    const lifetime = await this.sessions.lifetimeOf(sessionID, session);
    if (lifetime !== null) response.setHeader('Session-Lifetime', lifetime);
    await this.streamStart.tell(response);
  }
}
