/** The `mailto:` address of an e-mail address. What has a meaning there, such as `?` and `&`, is encoded. */
export const mailLink = (address: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@').replaceAll('%2B', '+')}`;
