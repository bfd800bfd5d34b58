import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { BaseConfig } from './config.ts';
import { requestOf, type Role, roles, type ServiceRequest } from './principal.ts';
import { PrincipalReader } from './principal-reader.ts';
import { forbidden } from './problem.ts';
import { requestContext } from './request-context.ts';
import { CONFIG } from './tokens.ts';
import { WriteLimits } from './write-limits.ts';

/** Who may call a route. */
export type Access = 'public' | { roles: readonly Role[] };

export const ACCESS_METADATA = 'mainstay:access';

/** Names who may call an operation in the OpenAPI document. */
export const ACCESS_EXTENSION = 'x-access';

/** Anyone may call this, without signing in. */
export const Public = () => access('public', 'everyone');

/** Any signed-in user may call this; with roles, only users with one of them. */
export const Authorize = (...allowed: Role[]) =>
  access({ roles: allowed }, allowed.length === 0 ? [...roles] : allowed);

const access = (value: Access, described: 'everyone' | Role[]) =>
  applyDecorators(SetMetadata(ACCESS_METADATA, value), ApiExtension(ACCESS_EXTENSION, described));

const PASSIVE_METADATA = 'mainstay:passive';

/**
 * Browsers call this by themselves, also when nobody is there, and perhaps without saying so: it does not extend the
 * idle limit of the session. Not for svc-auth, whose middleware has read the session before.
 */
export const Passive = () => SetMetadata(PASSIVE_METADATA, true);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that changes something comes from our own pages or from no page at all (a script, a test). Browsers
 * send `Sec-Fetch-Site`; older ones at least `Origin`.
 */
export function isSameSite({ method, headers }: ServiceRequest, publicUrl: string): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin;
}

/** 403 for a request that {@link isSameSite} refuses. */
export const otherSite = () => forbidden('foreign_site', 'This request came from another site.');

/** Denies by default: a route is reachable only with its own `@Public()` or `@Authorize()`. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly principals: PrincipalReader,
    private readonly writes: WriteLimits,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const requestInfo = requestContext();
    requestInfo.handler = `${context.getClass().name}.${context.getHandler().name}`;
    if (!isSameSite(request, this.config.PUBLIC_URL)) throw otherSite();

    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;

    const isPassive = this.reflector.get<boolean | undefined>(PASSIVE_METADATA, context.getHandler());
    if (isPassive === true) requestInfo.extendsSession = false;
    const principal = await this.principals.read(request);
    if (!principal) throw await this.principals.refusal(request);
    // Set before any check, so that the log also names the user of a refused request.
    requestInfo.userId = principal.userId;
    requestInfo.via = principal.via === 'session' ? 'app' : 'api';
    if (!access || (access.roles.length > 0 && !access.roles.includes(principal.role))) throw forbidden();
    if (principal.via === 'read-only-token' && !SAFE_METHODS.has(request.method)) {
      throw forbidden('read_only', 'This token is read-only.');
    }
    if (!SAFE_METHODS.has(request.method)) {
      const response = context.switchToHttp().getResponse<object>();
      const { httpAdapter } = this.adapterHost;
      await this.writes.take(principal.userId, request.ip, (name, value) => {
        httpAdapter.setHeader(response, name, value);
      });
    }
    request.principal = principal;
    return true;
  }
}
