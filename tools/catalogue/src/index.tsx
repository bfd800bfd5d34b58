import '@mainstay/ui/tokens.css';
import '@mainstay/ui/page.css';
import '@mainstay/ui/app.css';
import '@mainstay/ui/forced-colors.css';
import { type Mode } from '@mainstay/ui/base';
import { configure } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { Browser } from './browser.tsx';
import { Canvas } from './canvas.tsx';
import { entriesOf, everything } from './entries.ts';
import { storyFiles } from './story-files.ts';

// A busy machine may need a while for what a story waits for.
configure({ asyncUtilTimeout: 10_000 });

const single = storyFiles.flatMap(entriesOf);
const all = everything(single);
const entries = [all, ...single];

const query = new URLSearchParams(window.location.search);
const mode: Mode = query.get('theme') === 'dark' ? 'dark' : 'light';
document.documentElement.dataset['theme'] = mode;

const canvas = query.get('canvas');
const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id root');
createRoot(element).render(
  canvas === null ? (
    <Browser
      entries={entries}
      choice={{
        entry: query.get('entry') ?? all.id,
        mode,
        width: query.get('width') === '360' ? '360' : 'full',
      }}
    />
  ) : (
    <Canvas entry={entries.find(({ id }) => id === canvas) ?? all} />
  ),
);
