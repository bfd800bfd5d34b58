import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TcpProxy } from '@mainstay/test-kit';

const program = join(import.meta.dirname, '../../../../svc-attachments/test/s3-stand-in/main.ts');

/** The strict stand-in of an S3 server that svc-attachments is tested with, behind a proxy. */
export async function startS3(): Promise<{ env: Record<string, string>; proxy: TcpProxy; stop(): void }> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const env = JSON.parse(line.toString()) as Record<string, string>;
  const proxy = await TcpProxy.start(Number(new URL(env['S3_ENDPOINT'] ?? '').port));
  return {
    env: { ...env, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` },
    proxy,
    stop() {
      proxy.stop();
      child.kill();
    },
  };
}
