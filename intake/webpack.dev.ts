import { publicPagesDevConfig } from '@mainstay/web-build';

export default publicPagesDevConfig({ dir: import.meta.dirname, port: 3010 });
