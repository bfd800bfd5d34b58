/** The class of antd's custom properties, which all its elements have. */
export const CSS_KEY = 'ms';
