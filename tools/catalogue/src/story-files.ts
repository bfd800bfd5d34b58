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

const filesOf = (context: StoryContext): StoryFile[] => context.keys().sort().map(context);

/** Every file of stories of the two packages. Webpack finds them, so a new one need not be listed. */
export const storyFiles: readonly StoryFile[] = [
  ...filesOf(
    import.meta.webpackContext('../../../packages/ui/src', { recursive: true, regExp: /\.stories\.tsx$/ }),
  ),
  ...filesOf(
    import.meta.webpackContext('../../../packages/web-kit/src', {
      recursive: true,
      regExp: /\.stories\.tsx$/,
    }),
  ),
];
