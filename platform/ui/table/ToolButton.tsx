import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Tooltip } from '../buttons/Tooltip.tsx'
import { type ShortcutId, keysOf } from '../keyboard/shortcuts.ts'

type ToolButtonProps = Omit<ComponentProps<typeof Button>, 'aria-label' | 'children'> & {
  icon: LucideIcon
  label: string
  shortcut?: ShortcutId
}

/** A tool above a table: an icon with its label, which is only a tooltip on narrow screens. */
export function ToolButton({ label, shortcut, className, ...props }: ToolButtonProps) {
  return (
    <Tooltip label={label} keys={shortcut && keysOf(shortcut)}>
      <Button
        kind="ghost"
        size="small"
        aria-label={label}
        className={clsx('max-2xl:px-2', className)}
        {...props}
      >
        <span className="max-2xl:sr-only">{label}</span>
      </Button>
    </Tooltip>
  )
}
