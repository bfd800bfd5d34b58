import { remoteConfig } from '@mainstay/remote-contract/webpack';

export default remoteConfig({ name: 'locations', dir: import.meta.dirname });
