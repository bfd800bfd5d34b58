import { standaloneConfig } from '@mainstay/web-build';
import { withUploader } from './webpack.uploads.ts';

export default withUploader(standaloneConfig({ name: 'maintenance', dir: import.meta.dirname, port: 3001 }));
