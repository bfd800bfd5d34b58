// Stands for any file that is imported for its address alone.
module.exports = '/file';
