import { type BaseConfig, OpenApiDocumentModule, ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { join } from 'node:path';
import { ReportsModule } from './reports/reports.module.ts';

/** svc-reports: four questions about the stores, made from what others publish. */
@Module({})
export class AppModule {
  static forRoot(config: BaseConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ name: 'svc-reports', schema: 'reports', config, entities: [] }),
        OpenApiDocumentModule.forRoot({
          name: 'reports',
          file: join(import.meta.dirname, '../openapi.json'),
        }),
        ReportsModule,
      ],
    };
  }
}
