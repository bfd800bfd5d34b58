import { writeApiDocument } from './api-document.ts';

await writeApiDocument('openapi.json');
