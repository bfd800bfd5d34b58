import { standaloneConfig } from '@mainstay/web-build';

export default standaloneConfig({ name: 'employees', dir: import.meta.dirname, port: 3003 });
