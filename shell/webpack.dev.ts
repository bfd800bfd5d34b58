import { shellDevConfig } from '@mainstay/remote-contract/webpack';

export default shellDevConfig({ dir: import.meta.dirname, port: 3000 });
