import {
  Authorize,
  CurrentPrincipal,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsVersioned,
  type ServiceRequest,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type SettingsResponse,
  settingsResponse,
  type UpdateSettingsRequest,
  updateSettingsRequest,
} from './settings.schemas.ts';
import { SettingsService } from './settings.service.ts';

@ApiTags('Notification settings')
@Controller('api/notification-settings')
@Authorize()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @ReturnsVersioned(200, settingsResponse, {
    operationId: 'readNotificationSettings',
    summary: 'Of what you are told, and by which ways.',
    description: 'Your own settings: the kinds of news, quiet hours, the digest and the time zone.',
    problems: [401],
  })
  read(
    @CurrentPrincipal() principal: Principal,
    @Req() { headers }: ServiceRequest,
  ): Promise<Versioned<SettingsResponse>> {
    return this.settings.read(principal, headers['cookie']);
  }

  @Put()
  @ReturnsVersioned(200, settingsResponse, {
    operationId: 'updateNotificationSettings',
    summary: 'Replaces all your settings.',
    description:
      'A kind that is not named stays as it is. 400 for quiet hours or a time zone that are not valid, 412 when the settings were changed since they were read.',
    problems: [400, 401, 403, 412, 413, 415],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: updateSettingsRequest }) request: UpdateSettingsRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<SettingsResponse>> {
    return this.settings.update(principal, request, precondition);
  }
}
