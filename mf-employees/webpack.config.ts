import { remoteConfig } from '@mainstay/remote-contract/webpack';
import remote from './src/declaration.ts';

export default remoteConfig({ remote, dir: import.meta.dirname });
