import { itKeepsNobodyWaiting } from './nobody-waits.ts';

// The parser is the same for all kinds; equipment has the most columns.
itKeepsNobodyWaiting(['equipment'], 1);
