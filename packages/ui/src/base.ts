/** What every signed-in screen uses at once. The shell shares this entry, like the others, with remotes. */
export { default as Avatar } from 'antd/es/avatar/Avatar';
export { default as Button } from 'antd/es/button';
export { default as Flex } from 'antd/es/flex';
export { Badge, type BadgeVariant } from './parts/badge.tsx';
export { EmptyState } from './parts/empty-state.tsx';
export { late, type Late } from './parts/late.tsx';
export { PageHeader } from './parts/page-header.tsx';
export { Placeholder, SkeletonCard } from './parts/placeholder.tsx';
export { Surface } from './parts/surface.tsx';
export { ThemeProvider } from './parts/theme-provider.tsx';
export { Tooltip } from './parts/tooltip.tsx';
export { VisuallyHidden } from './parts/visually-hidden.tsx';
export { type Mode } from './palette.ts';
export * from './parts/frame-icons.tsx';
