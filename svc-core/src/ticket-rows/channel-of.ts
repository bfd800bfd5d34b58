import type { Principal } from '@mainstay/service-kit';
import type { Channel } from './tickets.schemas.ts';

/** How a request creates something: with a token `api`, in a session `app`. */
export const channelOf = ({ via }: Principal): Channel => (via === 'session' ? 'app' : 'api');
