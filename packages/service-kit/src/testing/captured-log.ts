import { LoggerModule } from 'nestjs-pino';
import { Writable } from 'node:stream';
import { withoutValues } from '../logging.ts';

/** The lines that were logged. nestjs-pino has one root logger in a process, so all specs of it share this log. */
export const lines: Record<string, unknown>[] = [];

const written = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});

/** Logs into {@link lines}. */
export const capturedLog = () =>
  LoggerModule.forRoot({
    forRoutes: [],
    pinoHttp: [{ base: null, timestamp: false, ...withoutValues }, written],
  });
