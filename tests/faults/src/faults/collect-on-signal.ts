/** For `--import`: runs a full garbage collection on SIGUSR2, so that memory in use can be measured without garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => collect());
