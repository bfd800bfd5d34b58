import { choice, instant, optionalText } from '@mainstay/service-kit';
import { z } from 'zod';
import { pauseReasons } from '../ticket-rows/tickets.schemas.ts';

export const pauseRequest = z
  .strictObject({
    reason: choice(pauseReasons),
    note: optionalText(500).default(null),
    until: instant
      .nullable()
      .default(null)
      .meta({ description: 'Later than now: the clock goes on by itself.' }),
  })
  .meta({
    id: 'PauseRequest',
    examples: [{ reason: 'waiting_parts', note: 'Heating element ordered', until: '2099-03-09T14:00:00Z' }],
  });
export type PauseRequest = z.infer<typeof pauseRequest>;
