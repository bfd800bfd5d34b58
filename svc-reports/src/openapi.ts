import { baseConfigSchema, describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(baseConfigSchema, describeOnlyEnv)),
  title: 'Mainstay: reports',
  description:
    'Four questions about the stores: what is late, what keeps breaking, what it costs, and how fast it is mended.',
  tags: {
    Reports: 'Four questions about the stores.',
  },
  file: 'openapi.json',
});
