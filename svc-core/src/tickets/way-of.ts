import type { Principal } from '@mainstay/service-kit';
import type { Way } from './tickets.schemas.ts';

/** How a request creates something: with a token `api`, in a session `app`. */
export const wayOf = ({ via }: Principal): Way => (via === 'session' ? 'app' : 'api');
