import { standaloneConfig } from '@mainstay/remote-contract/webpack';

export default standaloneConfig({ name: 'locations', dir: import.meta.dirname, port: 3002 });
