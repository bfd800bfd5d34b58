import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: users and sessions',
  description: 'Sign-in, sign-out, registration and user administration.',
  tags: {
    'Remote loads': 'How the parts of the application load in browsers.',
    Sessions: 'Signing in, signing out and registering.',
    Tokens: 'Personal access tokens of scripts.',
    Users: 'The people who use Mainstay, and their passwords.',
  },
  ids: { '/api/users/{id}': '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03' },
  file: 'openapi.json',
});
