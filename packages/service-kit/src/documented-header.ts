import { ApiHeader } from '@nestjs/swagger';

/** A documented request header. */
interface DocumentedHeader {
  name: string;
  description: string;
  maxLength?: number;
  example: string;
}

/**
 * Documents a header for every handler that has the parameter decorator this enhancer is attached to, so that a header
 * that is read is always documented.
 */
export function documentedHeader({
  name,
  description,
  example,
  ...schema
}: DocumentedHeader): ParameterDecorator {
  const document = ApiHeader({
    name,
    description,
    required: false,
    schema: {
      type: 'string',
      ...schema,
      examples: [example],
    },
  });
  return (target, key) => {
    if (key === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) document(target, key, descriptor);
  };
}
