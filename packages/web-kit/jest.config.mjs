import { webJest } from './jest/preset.mjs';

export default webJest(import.meta.dirname);
