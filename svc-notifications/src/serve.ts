import { loadConfig, startService } from '@mainstay/service-kit';
import { configSchema } from './config.ts';
import { serviceOptions } from './service-options.ts';

await startService(() => serviceOptions(loadConfig(configSchema)));
