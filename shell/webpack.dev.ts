import { shellDevConfig } from '@mainstay/web-build';

export default shellDevConfig({ dir: import.meta.dirname, port: 3000 });
