import { remoteConfig } from '@mainstay/web-build';
import remote from './src/declaration.ts';
import { withUploadRetries } from './webpack.uploads.ts';

export default withUploadRetries(remoteConfig({ remote, dir: import.meta.dirname }));
