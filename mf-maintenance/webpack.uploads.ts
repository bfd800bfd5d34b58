import type { Configuration } from '@mainstay/remote-contract/webpack';
import { join } from 'node:path';

/**
 * Has `@uppy/aws-s3` send its requests by `src/attachments/storage-request.ts`: its own retries cannot be set
 * (docs/decisions/0013). The build fails when it asks for anything else there.
 */
export function withUploadRetries(config: Configuration): Configuration {
  return {
    ...config,
    module: {
      ...config.module,
      strictExportPresence: true,
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
