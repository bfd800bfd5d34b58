import webpack, { type Configuration } from 'webpack';

/** @throws Error with webpack's own report when the build has errors. */
export function runWebpack(config: Configuration): Promise<void> {
  return new Promise((done, fail) => {
    webpack(config, (error, stats) => {
      if (error) fail(error);
      else if (stats?.hasErrors()) fail(new Error(stats.toString('errors-only')));
      else done();
    });
  });
}
