import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CompanyProvider } from './company-provider.ts';
import { CompanySessions } from './company-session.ts';
import { IdentitiesRepository } from './identities.repository.ts';

/** The end of sessions that were begun with the company's account, here and at the provider. */
@Injectable()
export class CompanySignOut {
  constructor(
    private readonly provider: CompanyProvider,
    private readonly identities: IdentitiesRepository,
    private readonly sessions: CompanySessions,
  ) {}

  /** Where the browser ends the provider's session; null for another session, and without such an address. */
  async endAddress({ company }: Request['session']): Promise<string | null> {
    if (!company || !this.provider.isOn) return null;
    return this.provider.endAddress(company.idToken);
  }

  /**
   * Ends the sessions that the provider has ended.
   * @returns false unless the logout token is the provider's and new
   */
  async endByProvider(token: string): Promise<boolean> {
    const logout = await this.provider.verifyLogout(token);
    if (!logout || !(await this.sessions.takeLogout(logout.jti))) return false;
    const { iss: issuer, sub: subject, sid } = logout;
    if (sid !== undefined) await this.sessions.end({ sid });
    else if (subject !== undefined) {
      const identity = await this.identities.find({ issuer, subject });
      if (identity) await this.sessions.end({ identityId: identity.id });
    }
    return true;
  }
}
