import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { browserConfig, packages } from './browser-config.ts';

const inPictures = (file: string): string => join(packages, 'ui/src/picture', file);

/**
 * Builds the picture of a screen from the components of a remote (docs/decisions/0053-a-picture-before-react.md): one
 * small script, without React, and without styles, which are the remote's.
 * @param source the module in the folder of the remote
 */
export function pictureConfig(dir: string, source: string, mode: Configuration['mode']): Configuration {
  const base = browserConfig(dir, 'picture', '');
  return {
    ...base,
    mode: mode ?? 'production',
    name: 'picture',
    entry: source,
    devtool: false,
    // Names of classes depend on how it hashes.
    output: { ...base.output, path: join(dir, 'node_modules/.cache/picture'), filename: 'picture.js' },
    resolve: {
      ...base.resolve,
      alias: {
        react$: inPictures('react.ts'),
        'react/jsx-runtime$': inPictures('react.ts'),
        'antd/es/button$': inPictures('button.tsx'),
        'antd/es/input$': inPictures('input.tsx'),
        'antd/es/tag$': inPictures('tag.tsx'),
        'antd/es/skeleton/Node$': inPictures('nothing.ts'),
      },
    },
    module: {
      ...base.module,
      // Of styles only names of classes.
      rules: [...(base.module?.rules ?? []), { test: /\.css$/, sideEffects: false }],
      // Modules that a picture only meets on its way use more of React than there is.
      parser: { javascript: { exportsPresence: false } },
    },
  };
}
