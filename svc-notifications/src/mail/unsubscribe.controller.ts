import { notFound, problemResponse, Public, Returns, Transactions } from '@mainstay/service-kit';
import { Controller, Get, Ip, Param, Post, Redirect } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { SettingsRepository } from '../settings/settings.repository.ts';
import { ContentsRepository } from './contents.repository.ts';
import { AcceptsForms } from './form-bodies.ts';
import { MailLimits } from './mail-limits.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';

const SETTINGS = '/inbox/settings';

/** The address in the header List-Unsubscribe (RFC 8058), which mail programs call. */
@ApiTags('Unsubscribe')
@ApiParam({ name: 'token', schema: { type: 'string', pattern: String.raw`^[\w-]+$` } })
@Controller('api/unsubscribe')
@Public()
export class UnsubscribeController {
  constructor(
    private readonly tokens: UnsubscribeTokens,
    private readonly limits: MailLimits,
    private readonly settings: SettingsRepository,
    private readonly contents: ContentsRepository,
    private readonly transactions: Transactions,
  ) {}

  @Post(':token')
  @AcceptsForms()
  @Returns(204, null, {
    operationId: 'unsubscribe',
    summary: 'Turns off e-mail of the kinds that a mail was about',
    description:
      'The token is the one in the mail. The body, also a form such as `List-Unsubscribe=One-Click`, is not read. May be repeated.',
    problems: [404, 413, 415, 429],
  })
  async unsubscribe(@Param('token') token: string, @Ip() address: string): Promise<void> {
    await this.limits.takeGuess(address);
    const subscription = this.tokens.read(token);
    if (subscription === null || (await this.contents.person(subscription.userId)) === null) throw notFound();
    await this.limits.giveGuessBack(address);
    const { userId, kinds } = subscription;
    await this.transactions.run(async (transaction) => {
      for (const kind of kinds) await this.settings.turnMailOff(transaction, userId, kind);
    });
  }

  /** For a mail program that opens the address in a browser: it turns off nothing, because previews open links too. */
  @Get(':token')
  @Redirect(SETTINGS, 303)
  @ApiOperation({
    operationId: 'openUnsubscribe',
    summary: 'Leads a person to their notification settings',
    description: 'For people who open the link in a browser. It does not check the token.',
  })
  @ApiResponse({ status: 303, description: `To ${SETTINGS}` })
  // The gateway's, for an address in doubt.
  @ApiResponse({ status: 404, ...problemResponse(404) })
  open(): void {
    // The settings page needs no token.
  }
}
