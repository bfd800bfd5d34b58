import { requestAgain } from '@mainstay/ui/page-files';
import { renderToStaticMarkup, renderToString } from 'react-dom/server.node';
import mark from './parts/mark.svg';
import { PublicPage } from './public-page.tsx';
import { ReportPage } from './report/report-page.tsx';
import { type Language } from './texts/language.ts';
import { PRODUCT } from './texts/texts.ts';
import { JobPage } from './job/job-page.tsx';
import { jobTexts } from './texts/job-texts.ts';
import { reportTexts } from './texts/report-texts.ts';
import { trackTexts } from './texts/track-texts.ts';
import { TrackPage } from './track/track-page.tsx';

/** Only the document has it, no script. */
const descriptions = {
  en: 'Report a problem in your store, and see what happens with it.',
  es: 'Informe de un problema en su tienda y vea qué pasa con él.',
};
const screens = { report: ReportPage, track: TrackPage, job: JobPage };

interface Page {
  screen: keyof typeof screens;
  language: Language;
}

/**
 * The HTML document of a page in a language, rendered at build time: visible, and to be filled in, before any script
 * runs.
 */
export default function page({ screen, language }: Page): string {
  const { title } = { report: reportTexts[language], track: trackTexts[language], job: jobTexts[language] }[
    screen
  ];
  const content = renderToString(<PublicPage screen={screens[screen]} language={language} secret="" />);
  const head = renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={descriptions[language]} />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f3ed" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151311" />
      <title>{`${title} · ${PRODUCT}`}</title>
      <link rel="icon" href={mark} />
      <script src={requestAgain} />
    </head>,
  );
  return `<!doctype html><html lang="${language}">${head}<body><div id="root">${content}</div></body></html>`;
}
