/** For `--import`: collects all that can be collected when the process is sent SIGUSR2, so that what is held can be told from what waits. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => collect());
