import { standaloneConfig } from '@mainstay/web-build';

export default standaloneConfig({ name: 'inbox', dir: import.meta.dirname, port: 3004 });
