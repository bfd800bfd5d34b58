import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: users and sessions',
  description: 'Sign-in, sign-out, registration and user administration.',
  tags: {
    'remote loads': 'How the parts of the application load in browsers.',
    sessions: 'Signing in, signing out and registering.',
    tokens: 'Personal access tokens of scripts.',
    users: 'The people who use Mainstay, and their passwords.',
  },
  file: 'openapi.json',
});
