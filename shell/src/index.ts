import '@mainstay/ui/tokens.css';
import './app/page.css';
import './bootstrap.tsx';
