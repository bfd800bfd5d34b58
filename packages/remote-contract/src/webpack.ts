export { remoteConfig } from './build/remote.ts';
export { shellDevConfig, standaloneConfig } from './build/served.ts';
export { shellConfig } from './build/shell.ts';
export type { Configuration } from 'webpack';
