import type { Configuration } from '@mainstay/web-build';

/** What the upload dialog and the photos of comments share is a chunk of its own. */
export function withUploader(config: Configuration): Configuration {
  return {
    ...config,
    optimization: {
      ...config.optimization,
      splitChunks: {
        ...config.optimization?.splitChunks,
        cacheGroups: {
          ...(config.optimization?.splitChunks && config.optimization.splitChunks.cacheGroups),
          uploader: {
            test: /[\\/](node_modules[\\/]|attachments[\\/](uploader|storage-|retries|upload-refusal))/,
            name: 'uploader',
            chunks: 'async',
            minChunks: 2,
            minSize: 0,
            // Not what the fallback of web-kit needs.
            priority: -1,
          },
        },
      },
    },
  };
}
