/** As webpack.uploads.ts: `@uppy/aws-s3` sends its requests by a module of this folder. */
module.exports = (request, options) =>
  request === '@uppy/core/utils' && /[\\/]@uppy[\\/]aws-s3[\\/]lib[\\/]s3-client$/.test(options.basedir)
    ? `${options.rootDir}/src/attachments/storage-request.ts`
    : options.defaultResolver(request, options);
