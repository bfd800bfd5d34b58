import '@testing-library/jest-dom/jest-globals';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from '@jest/globals';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);
