// Replaces any file that is imported for its URL.
module.exports = '/file';
