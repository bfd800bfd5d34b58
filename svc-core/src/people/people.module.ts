import { Module } from '@nestjs/common';
import { PeopleController } from './people.controller.ts';
import { PeopleRepository } from './people.repository.ts';

@Module({ controllers: [PeopleController], providers: [PeopleRepository] })
export class PeopleModule {}
