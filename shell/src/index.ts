import '@mainstay/ui/tokens.css';
import './app/page.css';

// What is shared with every remote comes with the entry, in a file that seldom changes; the application is a step behind.
void import('./bootstrap.tsx');
