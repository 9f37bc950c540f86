import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Tooltip } from './Tooltip.tsx'
import { type ShortcutId, keysOf } from './shortcuts.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: LucideIcon
  label: string
  /** The shortcut that does the same; its keys stand in the tooltip. */
  shortcut?: ShortcutId | undefined
  iconSize?: number
}

/** A button with only an icon: its name is its label, and its tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, shortcut, iconSize = 16, className, ...rest } = props
  const size =
    'inline-grid size-8 shrink-0 place-items-center rounded-control pointer-coarse:size-11'
  const tone = 'text-muted enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-50'
  return (
    <Tooltip label={label} keys={shortcut && keysOf(shortcut)}>
      <button type="button" aria-label={label} className={clsx(size, tone, className)} {...rest}>
        <Icon aria-hidden size={iconSize} strokeWidth={1.75} />
      </button>
    </Tooltip>
  )
}
