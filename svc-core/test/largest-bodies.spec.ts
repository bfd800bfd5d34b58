import { itKeepsNobodyWaiting } from './nobody-waits.ts';

itKeepsNobodyWaiting(1);
