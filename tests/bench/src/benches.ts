import { api } from './api/bench.ts';
import { board } from './board.ts';
import { builds } from './builds.ts';
import { countsInBackup } from './counts-in-backup.ts';
import { federationFlags } from './federation-flags.ts';
import { growth } from './growth.ts';
import { largeLists } from './large-lists.ts';
import { lighthouse } from './lighthouse.ts';
import { locationRemoval } from './location-removal.ts';
import { pages } from './pages.ts';
import { pretenuring } from './pretenuring.ts';
import { photos } from './photos.ts';
import { processes } from './processes.ts';
import { profile } from './profile.ts';
import type { Bench } from './row.ts';
import { scriptSize } from './script-size.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { timeline } from './timeline.ts';
import { uploads } from './uploads.ts';

/** What can be measured, by the name it has on the command line and in the order of the table. */
export const benches: Record<string, { title: string; measure: Bench }> = {
  api: { title: 'The API against a bare server', measure: api },
  profile: { title: 'Where the time of a list of 50 tickets goes', measure: profile },
  pretenuring: { title: 'V8’s pretenuring over many starts', measure: pretenuring },
  growth: { title: 'Tickets as data grow', measure: growth },
  'large-lists': { title: 'svc-core under the largest lists', measure: largeLists },
  'location-removal': { title: 'A large location and a large project are removed', measure: locationRemoval },
  'counts-in-backup': { title: 'Totals during a long backup', measure: countsInBackup },
  search: { title: 'Searches among a million tickets', measure: search },
  timeline: { title: 'The timeline of a ticket', measure: timeline },
  'sign-in': { title: 'Sign-in against argon2', measure: signIn },
  uploads: { title: 'Files against nginx', measure: uploads },
  photos: { title: 'Photos of phones', measure: photos },
  pages: { title: 'Pages in Chromium, four times slower, against one bundle', measure: pages },
  lighthouse: { title: 'Lighthouse on the sign-in page', measure: lighthouse },
  board: { title: 'The board with 10,000 open and 100,000 completed tickets', measure: board },
  'script-size': { title: 'Scripts against one bundle', measure: scriptSize },
  'federation-flags': { title: 'Options of module federation', measure: federationFlags },
  processes: { title: 'Memory and starts', measure: processes },
  builds: { title: 'Builds of one part alone', measure: builds },
};
