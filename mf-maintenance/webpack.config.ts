import { remoteConfig } from '@mainstay/web-build';
import { links } from '@mainstay/remote-contract';
import remote from './src/declaration.ts';
import { withUploader } from './webpack.uploads.ts';

export default withUploader(
  remoteConfig({ remote, dir: import.meta.dirname, pictures: { [links.tickets]: './src/picture.tsx' } }),
);
