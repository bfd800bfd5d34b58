/** The stand-in as a program: prints the settings of a service that stores its files there, as JSON on one line. */
import { S3StandIn } from './s3-stand-in.ts';

const { env } = await S3StandIn.start();
process.stdout.write(`${JSON.stringify(env)}\n`);
