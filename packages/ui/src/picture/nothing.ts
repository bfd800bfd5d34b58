/** In place of parts that no picture shows. */
export default () => null;
