import { standaloneConfig } from '@mainstay/remote-contract/webpack';

export default standaloneConfig({ name: 'employees', dir: import.meta.dirname, port: 3003 });
