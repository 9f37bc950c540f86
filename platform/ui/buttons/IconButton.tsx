import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { firstClickOnly } from './first-click.ts'
import { FocusKeepingButton } from './FocusKeepingButton.tsx'
import { Spinner } from '../page/Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'
import { type ShortcutId, keysOf } from '../keyboard/shortcuts.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: LucideIcon
  label: string
  /** The equivalent shortcut; the tooltip shows its keys. */
  shortcut?: ShortcutId | undefined
  /** Why the button is disabled now; it stays focusable. */
  whyNot?: string | undefined
  iconSize?: number
  /**
   * Ignores the second click of a double click: if the first click removes the row, the next row
   * moves under the pointer.
   */
  isOnce?: boolean
  isBusy?: boolean
}

/** An icon-only button, with a spinner while busy. The label is its accessible name and tooltip. */
export function IconButton({ whyNot, isOnce = false, ...props }: IconButtonProps) {
  const { icon: Icon, label, shortcut, iconSize = 16, isBusy, className, ...rest } = props
  const size =
    'no-print inline-grid size-8 shrink-0 place-items-center rounded-control pointer-coarse:size-11'
  const tone =
    'text-muted pressable:hover:bg-hover pressable:hover:text-ink disabled:opacity-50 ' +
    'aria-disabled:opacity-50'
  const icon = <Icon aria-hidden size={iconSize} strokeWidth={1.75} />
  return (
    <Tooltip label={label} keys={shortcut && keysOf(shortcut)}>
      <FocusKeepingButton
        aria-label={label}
        className={clsx(size, tone, className)}
        {...rest}
        {...(isOnce && rest.onClick && { onClick: firstClickOnly(rest.onClick) })}
        {...(isBusy && { disabled: true, 'aria-busy': true })}
        {...(whyNot && { 'aria-disabled': true, title: whyNot, onClick: undefined })}
      >
        {isBusy ? <Spinner size={iconSize} label="Loading" instead={icon} /> : icon}
      </FocusKeepingButton>
    </Tooltip>
  )
}
