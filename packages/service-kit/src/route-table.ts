import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_METADATA, type Access } from './authorize.ts';
import { Problem } from './problem.ts';
import type { ServiceRequest } from './principal.ts';

export interface Route {
  /** For example `GET`. */
  method: string;
  /** With a leading slash and `:name` parameters, for example `/api/tickets/:id`. */
  path: string;
  /** Undefined without a decorator: such a route is denied to everybody. */
  access: Access | undefined;
}

/** Every registered route of the service, from its controllers' metadata. */
@Injectable()
export class RouteTable implements OnApplicationBootstrap {
  /** Beginnings of paths whose rest is a secret: what is not found there is a `publicNotFound()`. */
  secretRoutes: readonly string[] = [];
  private table: (Route & { pattern: RegExp })[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    this.table = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype: unknown = metatype.prototype;
      if (typeof prototype !== 'object' || prototype === null) return [];
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler: unknown = Reflect.get(prototype, name);
        if (typeof handler !== 'function') return [];
        const method = this.reflector.get<RequestMethod | undefined>('method', handler);
        if (method === undefined) return [];
        const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS_METADATA, [
          handler,
          metatype,
        ]);
        return pathsOf(this.reflector, metatype).flatMap((prefix) =>
          pathsOf(this.reflector, handler).map((suffix) => {
            const path = `/${[prefix, suffix]
              .map((part) => part.replace(/^\/+|\/+$/g, ''))
              .filter(Boolean)
              .join('/')}`;
            return { method: RequestMethod[method], path, access, pattern: patternOf(path) };
          }),
        );
      });
    });
  }

  /** All routes, for tests that check each one. */
  routes(): Route[] {
    return this.table.map(({ method, path, access }) => ({ method, path, access }));
  }

  /** Whether a request's path begins with one of {@link secretRoutes}. */
  isSecret(url: string): boolean {
    return this.secretRoutes.some((beginning) => url.startsWith(beginning));
  }

  /** A 405 with `Allow` when the path exists for other methods (RFC 9110, 15.5.6). */
  problemFor({ method, url }: ServiceRequest): Problem | undefined {
    const path = url.split('?', 1)[0] ?? url;
    const allowed = this.table.filter((route) => route.pattern.test(path)).map((route) => route.method);
    if (allowed.length === 0 || allowed.includes(method)) return undefined;
    const allow = [...new Set(allowed)].join(', ');
    return new Problem('method_not_allowed', `This address supports ${allow}.`, {
      headers: { Allow: allow },
    });
  }
}

function pathsOf(reflector: Reflector, target: Parameters<Reflector['get']>[1]): string[] {
  const path = reflector.get<string | string[] | undefined>('path', target) ?? '';
  return Array.isArray(path) ? path : [path];
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
