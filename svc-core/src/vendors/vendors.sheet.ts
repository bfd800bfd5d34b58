import { categoryNames, type Sheet } from '@mainstay/service-kit';
import type { VendorResponse } from './vendors.schemas.ts';

const languages = { en: 'English', es: 'Spanish' };

export const vendorsSheet: Sheet<VendorResponse> = {
  name: 'vendors',
  columns: {
    Name: ({ name }) => name,
    Trades: ({ trades }) => trades.map((trade) => categoryNames[trade]).join('; '),
    Phone: ({ phone }) => phone,
    'E-mail': ({ email }) => email,
    Limit: ({ spendingLimit }) => spendingLimit,
    Status: ({ active }) => (active ? 'Active' : 'Inactive'),
    Language: ({ language }) => languages[language],
  },
};
