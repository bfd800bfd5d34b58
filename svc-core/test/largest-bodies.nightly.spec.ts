import { itKeepsNobodyWaiting } from './nobody-waits.ts';
import { pieces } from './worst-bodies.ts';

itKeepsNobodyWaiting(pieces.length);
