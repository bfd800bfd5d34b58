import { Module } from '@nestjs/common';
import { ScheduleMail } from './schedule-mail.ts';

@Module({ providers: [ScheduleMail], exports: [ScheduleMail] })
export class MailModule {}
