import config from '@mainstay/service-kit/jest-config';

export default {
  ...config,
  testPathIgnorePatterns: process.env.NIGHTLY === '1' ? [] : ['\\.nightly\\.spec\\.ts$'],
};
