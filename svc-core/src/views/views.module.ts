import { Module } from '@nestjs/common';
import { ViewsController } from './views.controller.ts';
import { ViewsRepository } from './views.repository.ts';
import { ViewsService } from './views.service.ts';

@Module({ controllers: [ViewsController], providers: [ViewsService, ViewsRepository] })
export class ViewsModule {}
