/** The approved parts of the router. The shell owns it; screens read the location and link to each other. */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
} from 'react-router-dom';
export { useBackCloses, useNavigate } from './parts/back-closes.ts';
