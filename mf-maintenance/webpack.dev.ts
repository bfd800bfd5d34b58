import { standaloneConfig } from '@mainstay/remote-contract/webpack';

export default standaloneConfig({ name: 'maintenance', dir: import.meta.dirname, port: 3001 });
