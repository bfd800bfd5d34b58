import { hydrate } from './hydrate.tsx';
import { ReportPage } from './report/report-page.tsx';

hydrate(ReportPage);
