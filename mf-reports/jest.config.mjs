import { webJest } from '@mainstay/web-kit/jest';

export default webJest(import.meta.dirname);
