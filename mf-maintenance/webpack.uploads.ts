import type { Configuration } from '@mainstay/web-build';
import { join } from 'node:path';

/**
 * Makes `@uppy/aws-s3` send its requests with `src/attachments/storage-request.ts`, because its own retries cannot be
 * configured (docs/decisions/0013). The build fails if it imports anything else from there. What the upload dialog and the
 * photos of comments share is a chunk of its own.
 */
export function withUploadRetries(config: Configuration): Configuration {
  return {
    ...config,
    optimization: {
      ...config.optimization,
      splitChunks: {
        ...config.optimization?.splitChunks,
        cacheGroups: {
          ...(config.optimization?.splitChunks && config.optimization.splitChunks.cacheGroups),
          uploader: {
            test: /[\\/](node_modules|attachments)[\\/]/,
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
    module: {
      ...config.module,
      parser: {
        ...config.module?.parser,
        javascript: { ...config.module?.parser?.['javascript'], exportsPresence: 'error' },
      },
      rules: [
        ...(config.module?.rules ?? []),
        {
          test: /[\\/]@uppy[\\/]aws-s3[\\/]lib[\\/]s3-client[\\/]S3Client\.js$/,
          resolve: {
            alias: { '@uppy/core/utils$': join(import.meta.dirname, 'src/attachments/storage-request.ts') },
          },
        },
      ],
    },
  };
}
