export { renderWithProviders } from './render.tsx';
