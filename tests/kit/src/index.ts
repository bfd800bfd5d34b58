export { required } from './required.ts';
export { residentMegabytes } from './resident-megabytes.ts';
export { serviceNames } from './service-names.ts';
export { startWholeSystem, unlimitedWrites, type WholeSystem } from './whole-system.ts';
export { TcpProxy } from './tcp-proxy.ts';
export { freePort, isFree } from '../../../tools/local-stack/src/machine/free-port.ts';
