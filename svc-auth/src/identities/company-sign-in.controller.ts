import { badRequest, CONFIG, Public, Returns } from '@mainstay/service-kit';
import {
  Body,
  Controller,
  Get,
  Inject,
  Post,
  Query,
  Redirect,
  Req,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiConsumes, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { type AuthConfig, companyLabel } from '../config.ts';
import { CompanyAuthGuard, SignedIn } from './company-auth.guard.ts';
import type { CompanySignedIn } from './company.strategy.ts';
import { CompanySignIn } from './company-sign-in.service.ts';
import { CompanySignOut } from './company-sign-out.service.ts';
import {
  type BackchannelLogoutRequest,
  backchannelLogoutRequest,
  type CompanySignInResponse,
  companySignInResponse,
  type LoginQuery,
  loginQuery,
} from './identities.schemas.ts';
import { OnlyWhenOn } from './only-when-on.ts';
import { SignInProblemFilter } from './sign-in-problem.filter.ts';

@ApiTags('Sessions')
@Controller('api/oidc')
@UseFilters(SignInProblemFilter)
@Public()
export class CompanySignInController {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly signIn: CompanySignIn,
    private readonly signOut: CompanySignOut,
  ) {}

  @Get()
  @Returns(200, companySignInResponse, {
    operationId: 'readCompanySignIn',
    summary: 'Whether people sign in with the company’s account, and with passwords',
    description: 'The settings of the operator. Says nothing about users.',
  })
  read(): CompanySignInResponse {
    const label = companyLabel(this.config);
    return { enabled: label !== null, label, passwordSignIn: this.config.PASSWORD_SIGN_IN };
  }

  @Get('login')
  @UseGuards(OnlyWhenOn)
  @Redirect()
  @Returns(302, null, {
    operationId: 'beginCompanySignIn',
    summary: 'Redirect a browser to the company’s sign-in',
    description:
      'For browsers. `returnTo` is a path of this site; anything else leads to `/`. While the provider does not respond, ' +
      'the redirect is to `/auth?problem=unavailable`. 404 while it is off.',
    problems: [400, 404],
  })
  async begin(
    @Query({ schema: loginQuery }) { returnTo }: LoginQuery,
    @Req() request: Request,
  ): Promise<{ url: string }> {
    return { url: await this.signIn.begin(request, returnTo) };
  }

  @Get('callback')
  @UseGuards(OnlyWhenOn, CompanyAuthGuard)
  @Redirect()
  @ApiQuery({ name: 'state', required: false, type: String })
  @ApiQuery({ name: 'code', required: false, type: String })
  @ApiQuery({ name: 'iss', required: false, type: String })
  @ApiQuery({ name: 'error', required: false, type: String })
  @Returns(302, null, {
    operationId: 'finishCompanySignIn',
    summary: 'Sign in with the provider’s response and receive the session cookie',
    description:
      'The redirect URI of the provider. Takes the response to a sign-in that this browser began in the last ten minutes, ' +
      'once. Redirects to `returnTo`, or to `/auth?problem=` with `not_known`, `not_verified`, `inactive`, `linked`, ' +
      '`cancelled`, `expired` or `unavailable`. 404 while it is off.',
    problems: [404],
  })
  async finish(@Req() request: Request, @SignedIn() signedIn: CompanySignedIn): Promise<{ url: string }> {
    await this.signIn.finish(request, signedIn);
    return { url: signedIn.returnTo };
  }

  @Post('backchannel-logout')
  @UseGuards(OnlyWhenOn)
  @ApiConsumes('application/x-www-form-urlencoded')
  @Returns(200, null, {
    operationId: 'endSessionsByProvider',
    summary: 'End sessions that the provider has ended (OpenID Connect Back-Channel Logout)',
    description:
      'For the provider. Ends the sessions of its session (`sid`), else those of its account (`sub`); open event streams ' +
      'end within five seconds. 400 for a logout token that does not verify, or was taken before. 404 while it is off.',
    problems: [400, 404, 413, 415],
  })
  async endByProvider(
    @Body({ schema: backchannelLogoutRequest }) { logout_token: token }: BackchannelLogoutRequest,
  ): Promise<void> {
    if (await this.signOut.endByProvider(token)) return;
    throw badRequest({ logout_token: ['Does not verify, or was taken before.'] });
  }
}
