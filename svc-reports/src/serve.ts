import { baseConfigSchema, loadConfig, startService } from '@mainstay/service-kit';
import { serviceOptions } from './service-options.ts';

await startService(() => serviceOptions(loadConfig(baseConfigSchema)));
