/** The approved parts of the router. The shell owns it; screens read the location and link to each other. */
export {
  BrowserRouter,
  Link,
  matchPath,
  MemoryRouter,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
} from 'react-router-dom';
export { useBackCloses, useNavigate, useSearchParams } from './parts/back-closes.ts';
