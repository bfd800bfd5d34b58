import { remoteConfig } from '@mainstay/remote-contract/webpack';

export default remoteConfig({ name: 'maintenance', dir: import.meta.dirname });
