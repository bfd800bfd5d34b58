import { hydrate } from './hydrate.tsx';
import { TrackPage } from './track/track-page.tsx';

hydrate(TrackPage);
