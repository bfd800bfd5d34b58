import { standaloneConfig } from '@mainstay/web-build';
import { withUploadRetries } from './webpack.uploads.ts';

export default withUploadRetries(
  standaloneConfig({ name: 'maintenance', dir: import.meta.dirname, port: 3001 }),
);
