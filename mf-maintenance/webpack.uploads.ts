import type { Configuration } from '@mainstay/web-build';
import { join } from 'node:path';

/**
 * Makes `@uppy/aws-s3` send its requests with `src/attachments/storage-request.ts`, because its own retries cannot be
 * configured (docs/decisions/0013). The build fails if it imports anything else from there.
 */
export function withUploadRetries(config: Configuration): Configuration {
  return {
    ...config,
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
