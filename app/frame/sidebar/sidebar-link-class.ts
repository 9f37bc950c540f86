import { clsx } from 'clsx'

/** The look of a link in the sidebar; the link of the current page is marked. */
export const sidebarLinkClass = clsx(
  'text-body flex h-9 items-center gap-3 rounded-control px-3 text-sidebar-text',
  'no-underline hover:bg-sidebar-active aria-[current=page]:bg-sidebar-active',
  'aria-[current=page]:font-semibold',
  'aria-[current=page]:shadow-[inset_3px_0_var(--sidebar-focus)]',
  'pointer-coarse:h-11',
)
