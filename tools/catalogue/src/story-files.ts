import { type StoryFile } from './entries.ts';

declare global {
  interface ImportMeta {
    /** Webpack's: the modules of a folder whose paths match. */
    webpackContext: (folder: string, options: { recursive: boolean; regExp: RegExp }) => StoryContext;
  }
}

interface StoryContext {
  keys: () => string[];
  (path: string): StoryFile;
}

const ui = import.meta.webpackContext('../../../packages/ui/src', {
  recursive: true,
  regExp: /\.stories\.tsx$/,
});
const webKit = import.meta.webpackContext('../../../packages/web-kit/src', {
  recursive: true,
  regExp: /\.stories\.tsx$/,
});

/** Every file of stories of the two packages. Webpack finds them, so a new one need not be listed. */
export const storyFiles: readonly StoryFile[] = [ui, webKit].flatMap((stories) =>
  stories.keys().sort().map(stories),
);
