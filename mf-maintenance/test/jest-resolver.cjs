/** The same replacement as in webpack.uploads.ts: `@uppy/aws-s3` sends its requests with storage-request.ts. */
module.exports = (request, options) =>
  request === '@uppy/core/utils' && /[\\/]@uppy[\\/]aws-s3[\\/]lib[\\/]s3-client$/.test(options.basedir)
    ? `${options.rootDir}/src/attachments/storage-request.ts`
    : options.defaultResolver(request, options);
