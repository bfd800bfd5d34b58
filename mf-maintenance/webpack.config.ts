import { remoteConfig } from '@mainstay/web-build';
import remote from './src/declaration.ts';
import { withUploader } from './webpack.uploads.ts';

export default withUploader(remoteConfig({ remote, dir: import.meta.dirname }));
