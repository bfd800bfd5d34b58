import { hydrate } from './hydrate.tsx';
import { JobPage } from './job/job-page.tsx';

hydrate(JobPage);
