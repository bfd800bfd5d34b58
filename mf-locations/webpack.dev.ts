import { standaloneConfig } from '@mainstay/web-build';

export default standaloneConfig({ name: 'locations', dir: import.meta.dirname, port: 3002 });
