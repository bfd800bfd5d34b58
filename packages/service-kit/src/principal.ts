import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** The two roles of the product (specification, section 6). */
export const roles = ['admin', 'district_manager'] as const;
export type Role = (typeof roles)[number];

/** The user of the current session or token, as stored in the database at the time of the request. */
export interface Principal {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Incremented by the database to end the user's sessions. */
  sessionEpoch: number;
  /** How the request was authenticated. */
  via: 'session' | 'token' | 'read-only-token';
}

/** What a service reads from a request, with either HTTP library. */
export interface ServiceRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** The request's id, the same in logs and responses. */
  id?: unknown;
  /** The client's address. */
  ip?: string | undefined;
  /** The parsed JSON body. */
  body?: unknown;
  /** Set by express-session, in svc-auth. */
  session?: unknown;
  /** What passport found in that session; it may have ended. */
  user?: unknown;
  principal?: Principal;
}

/** The request of an execution context. */
export const requestOf = (context: ExecutionContext): ServiceRequest =>
  context.switchToHttp().getRequest<ServiceRequest>();

/** The signed-in user of a handler under `@Authorize()`. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Principal => {
    const { principal } = requestOf(context);
    if (!principal) throw new Error('@CurrentPrincipal() needs @Authorize() on the handler');
    return principal;
  },
);
