/** What company.ts uses of oidc-provider, which has no types; tsconfig.base.json leads here. */
import type { RequestListener } from 'node:http';

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

/** The request of an authorization, or of the end of a session. */
export interface Context {
  body: string;
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
  };
}

export declare class Provider {
  constructor(issuer: string, configuration: object);
  callback(): RequestListener;
  interactionFinished(...sent: [...Parameters<RequestListener>, result: object]): Promise<void>;
}
