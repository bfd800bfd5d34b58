import { notFound } from '@mainstay/service-kit';
import { type CanActivate, Injectable } from '@nestjs/common';
import { CompanyProvider } from './company-provider.ts';

/** 404 while the sign-in with the company's account is off. */
@Injectable()
export class OnlyWhenOn implements CanActivate {
  constructor(private readonly provider: CompanyProvider) {}

  canActivate(): boolean {
    if (!this.provider.isOn) throw notFound('The sign-in with a company account is off.');
    return true;
  }
}
