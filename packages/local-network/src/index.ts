export { freePort, isFree } from './free-port.ts';
export { TcpProxy } from './tcp-proxy.ts';
