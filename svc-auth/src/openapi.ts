import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: users and sessions',
  description: 'Sign-in, sign-out, registration and user administration.',
  file: 'openapi.json',
});
