import { OpenApiDocumentModule, ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { EventsModule } from './events/events.module.ts';

/** svc-notifications: what changed, as a stream, in the inbox and by e-mail. */
@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ name: 'svc-notifications', schema: 'notifications', config, entities: [] }),
        OpenApiDocumentModule.forRoot({
          name: 'notifications',
          file: join(import.meta.dirname, '../openapi.json'),
        }),
        EventsModule,
      ],
    };
  }
}
