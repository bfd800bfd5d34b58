import { standaloneConfig } from '@mainstay/web-build';

export default standaloneConfig({ name: 'reports', dir: import.meta.dirname, port: 3006 });
