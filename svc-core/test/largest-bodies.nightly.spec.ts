import { importKinds } from '../src/imports/imports.schemas.ts';
import { itKeepsNobodyWaiting } from './nobody-waits.ts';
import { pieces } from './worst-bodies.ts';

itKeepsNobodyWaiting(importKinds, pieces.length);
