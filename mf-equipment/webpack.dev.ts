import { standaloneConfig } from '@mainstay/web-build';

export default standaloneConfig({ name: 'equipment', dir: import.meta.dirname, port: 3005 });
