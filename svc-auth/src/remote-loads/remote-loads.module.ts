import { Module } from '@nestjs/common';
import { RemoteLoadsController } from './remote-loads.controller.ts';
import { RemoteLoadsService } from './remote-loads.service.ts';

@Module({ controllers: [RemoteLoadsController], providers: [RemoteLoadsService] })
export class RemoteLoadsModule {}
