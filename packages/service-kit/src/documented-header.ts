import { ApiHeader } from '@nestjs/swagger';

/** A request header that calls may carry. */
export interface DocumentedHeader {
  name: string;
  description: string;
  maxLength?: number;
  example: string;
}

/**
 * Documents a header with every handler that has the parameter decorator this is given to as an enhancer: what a call
 * takes cannot be missing from its document.
 */
export function documentedHeader({
  name,
  description,
  example,
  ...schema
}: DocumentedHeader): ParameterDecorator {
  const document = ApiHeader({
    ...{ name, description, required: false },
    schema: { type: 'string', ...schema, examples: [example] },
  });
  return (target, key) => {
    if (key === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) document(target, key, descriptor);
  };
}
