import '@mainstay/ui/tokens.css';
import '@mainstay/ui/page.css';
import '@mainstay/ui/app.css';
import '@mainstay/ui/forced-colors.css';
import './app/page.css';
import './bootstrap.tsx';
