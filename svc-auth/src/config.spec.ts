import { describe, expect, it } from '@jest/globals';
import { describeOnlyEnv, loadConfig } from '@mainstay/service-kit';
import { companyLabel, configSchema } from './config.ts';

const company = {
  OIDC_ISSUER: 'https://id.example.com/tenant',
  OIDC_CLIENT_ID: 'mainstay',
  OIDC_CLIENT_SECRET: 'told once',
};
const load = (env: Record<string, string> = {}) => loadConfig(configSchema, { ...describeOnlyEnv, ...env });

describe("the company's account", () => {
  it.each([
    [{}, null],
    [{ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }, null],
    [company, 'id.example.com'],
    [{ ...company, OIDC_LABEL: ' Contoso ' }, 'Contoso'],
  ])('with %j is called %s', (env, label) => {
    expect(companyLabel(load(env))).toBe(label);
  });

  it.each(Object.keys(company))('does not start with %s alone, and says what is missing', (name) => {
    const others = Object.keys(company).filter((other) => other !== name);
    for (const other of others)
      expect(() => load({ [name]: 'https://a.example' })).toThrow(`  ${other}: is needed`);
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])(
    'is at %s',
    (OIDC_ISSUER) => {
      expect(load({ ...company, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER);
    },
  );

  it.each([
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['OIDC_ISSUER', 'http://127.0.0.1.example.com'],
    ['OIDC_ISSUER', 'id.example.com'],
    ['OIDC_LABEL', 'x'.repeat(61)],
    ['OIDC_LABEL', 'a\nb'],
    ['OIDC_SCOPES', 'email profile'],
    ['OIDC_TRUST_EMAIL', 'yes'],
    ['PASSWORD_SIGN_IN', 'off'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => load({ ...company, [name]: value })).toThrow(`  ${name}: `);
  });
});
