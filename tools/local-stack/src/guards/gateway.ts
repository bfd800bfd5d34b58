import { checksIn } from './guard.ts';

const check = checksIn('gateway');

/** Checks in the gateway. */
export const gateway = [
  check('nginx/snippets/page-policy.conf.template', 'test/requests.spec.ts', {
    'headers: no inline scripts on a page': "script-src «'self' → 'self' 'unsafe-inline'»;",
    'headers: no page is framed': "; frame-ancestors 'none'",
  }),
  check('nginx/snippets/data-policy.conf.template', 'test/requests.spec.ts', {
    'headers: data loads and runs nothing': "default-src 'none'; ",
  }),
  check('nginx/http/routes.conf.template', 'test/requests.spec.ts', {
    'headers: an API response is not cached': '""       «no-store → ""»;',
  }),
  check('nginx/http/routes.conf.template', 'test/routes.spec.ts', {
    'paths: none that gateway and service could read differently':
      '"~*^[^?]*(\\x5c|%2e|%2f|%5c|%[01]|%7f)"     1;',
    'paths: no double slashes': '"~^[^?]*//"                              1;',
  }),
  check('nginx/http/routes.conf.template', 'test/logs.spec.ts', {
    'log: no signed address': '"~^/api/attachments/objects/"    /api/attachments/objects/...;',
    'log: no token of a mail': '"~^/api/unsubscribe/"            /api/unsubscribe/...;',
    'log: no query string': '"~^(?<bare_path>«[^?] → .»*)"          $bare_path;',
    'log: no code or token of a report': '"~*^/+api/+intake/"                  /api/intake/...;',
    'log: no code or token of a public page': '"~*^/+(?<public_path>[rt])/"         /$public_path/...;',
  }),
  check('nginx/http/proxy.conf.template', 'test/requests.spec.ts', {
    'proxies: clients do not say where they are':
      'proxy_set_header X-Forwarded-For $«remote_addr → proxy_add_x_forwarded_for»;',
    'requests: an id of our own': 'proxy_set_header X-Request-Id $«request_id → http_x_request_id»;',
  }),
  check('nginx/http/proxy.conf.template', 'test/render.spec.ts', {
    'proxies: the last address that is not one of theirs': 'real_ip_recursive on;',
  }),
  check('nginx/nginx.conf.template', 'test/requests.spec.ts', {
    'body: 128 KB at the gateway': 'client_max_body_size «128k → 1m»;',
  }),
  check('nginx/nginx.conf.template', 'test/files.spec.ts', {
    'paths: no dot files': 'location ~ (\\.(br|gz)$«|/\\.») {',
  }),
  check('nginx/nginx.conf.template', 'test/logs.spec.ts', {
    'log: no query, signed address or Referer in nginx’s own lines': 'error_log stderr emerg;',
  }),
  check('nginx/server/api.conf.template', 'test/requests.spec.ts', {
    'body: the upload limit at the gateway': 'client_max_body_size «${UPLOAD_LIMIT} → 0»;',
  }),
  check('nginx/server/api.conf.template', 'test/stored-files.spec.ts', {
    'paths: stored files only where the service says so': '    «internal;\n    »alias',
  }),
  check('nginx/server/gateway.conf.template', 'test/routes.spec.ts', {
    'paths: health and metrics are not for everybody':
      'location ~* ^/(health|metrics|gateway)(/|$) {\n    «return 404 → proxy_pass http://core»;',
  }),
  check('container/15-gateway-settings.envsh', 'test/render.spec.ts', {
    'services: no text of nginx in a path': '"$gateway_path" "«$gateway_pattern → .»"',
  }),
  check('nginx/http/sign-in-limit.conf.template', 'test/sign-in-limit.spec.ts', {
    'sign-ins: some in a minute from an address': 'limit_req zone=sign_ins burst=100 nodelay;',
  }),
  check('nginx/http/problems.conf.template', 'test/routes.spec.ts', {
    'public pages: one 404 for all codes and tokens':
      '"~^404 /api/intake/"   "Not found. This address does not exist, or is no longer valid.";',
  }),
  check('nginx/http/names.conf.template', 'test/public-pages.spec.ts', {
    'public pages: their addresses are told to nobody': '"~*^/+[rt](/|$)"   no-referrer;',
  }),
  check('nginx/snippets/public-policy.conf.template', 'test/public-pages.spec.ts', {
    'public pages: in no search engine': 'add_header X-Robots-Tag "noindex, nofollow" always;',
    'public pages: nothing but their own': "default-src 'none'; ",
  }),
].flat();
