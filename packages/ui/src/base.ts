/** What every signed-in screen shows at once. Remotes get this entry, like the others, from the shell. */
export { Avatar, Button } from 'antd';
export { Badge, type BadgeVariant } from './parts/badge.tsx';
export { EmptyState } from './parts/empty-state.tsx';
export { PageHeader } from './parts/page-header.tsx';
export { Placeholder, SkeletonCard } from './parts/placeholder.tsx';
export { Surface } from './parts/surface.tsx';
export { ThemeProvider } from './parts/theme-provider.tsx';
export { Tooltip } from './parts/tooltip.tsx';
export { type Mode } from './palette.ts';
export * from './parts/frame-icons.tsx';
