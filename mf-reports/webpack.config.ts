import { remoteConfig } from '@mainstay/web-build';
import remote from './src/declaration.ts';

export default remoteConfig({ remote, dir: import.meta.dirname });
