import '@testing-library/jest-dom/jest-globals';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from '@jest/globals';

// Allows for a busy machine.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);
