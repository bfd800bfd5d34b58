export { type FileLock, takeFileLock } from './file-lock.ts';
export { freePort, isFree } from './free-port.ts';
export { TcpProxy } from './tcp-proxy.ts';
