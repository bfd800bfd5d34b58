import { remoteConfig } from '@mainstay/remote-contract/webpack';

export default remoteConfig({ name: 'employees', dir: import.meta.dirname });
