import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, use } from 'react'
import { CompactButtons } from './compact-buttons.ts'
import { firstClickOnly } from './first-click.ts'
import { FocusKeepingButton } from './FocusKeepingButton.tsx'
import { Spinner } from '../page/Spinner.tsx'

const shape =
  'no-print inline-flex shrink-0 items-center justify-center gap-2 rounded-control text-label ' +
  'whitespace-nowrap transition-colors duration-100 disabled:opacity-60 ' +
  'aria-disabled:opacity-60 pointer-coarse:min-h-11'
const kinds = {
  primary: 'bg-accent text-on-accent pressable:hover:bg-accent-hover',
  secondary: 'border border-control bg-surface text-ink pressable:hover:bg-hover',
  ghost: 'text-muted pressable:hover:bg-hover pressable:hover:text-ink',
  danger: 'bg-danger text-on-danger pressable:hover:opacity-90',
}
const sizes = { regular: 'h-9 px-4', small: 'h-8 px-3 text-table font-medium' }
const compactStyles = {
  icon: 'max-sm:min-w-9 max-sm:px-0 pointer-coarse:min-w-11',
  text: 'max-sm:px-3 max-sm:[&>svg]:hidden',
}

type ButtonProps = ComponentProps<'button'> & {
  kind?: keyof typeof kinds | undefined
  size?: keyof typeof sizes | undefined
  icon?: LucideIcon | undefined
  isBusy?: boolean | undefined
  /** Ignores the second click of a double click, which would hit the next row. */
  isOnce?: boolean
  /** Why the button is disabled now; it stays focusable. */
  whyNot?: string | undefined
}

/** A text button. While busy a spinner replaces the icon; the width does not change. */
export function Button({ whyNot, isOnce = false, ...props }: ButtonProps) {
  const { kind = 'secondary', size = 'regular', icon: Icon, isBusy, ...more } = props
  const { className, children, disabled, ...rest } = more
  const isCompact = use(CompactButtons)
  const isIconOnly = isCompact && Icon !== undefined && kind !== 'primary'
  const isOverlaid = !Icon && isBusy
  const compact = isCompact && compactStyles[isIconOnly ? 'icon' : 'text']
  return (
    <FocusKeepingButton
      className={clsx(shape, kinds[kind], sizes[size], 'relative', compact, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...rest}
      {...(isOnce && rest.onClick && { onClick: firstClickOnly(rest.onClick) })}
      {...(whyNot && { 'aria-disabled': true, title: whyNot, onClick: undefined })}
    >
      {Icon && !isBusy && <Icon aria-hidden size={16} strokeWidth={1.75} />}
      {Icon && isBusy && (
        <Spinner size={16} instead={<Icon aria-hidden size={16} strokeWidth={1.75} />} />
      )}
      {isOverlaid && <BusyOverlay>{children}</BusyOverlay>}
      {isIconOnly && <span className="max-sm:sr-only">{children}</span>}
      {!isOverlaid && !isIconOnly && children}
    </FocusKeepingButton>
  )
}

function BusyOverlay({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="absolute inset-0 grid place-items-center">
        <Spinner size={16} />
      </span>
      <span className="until-late">{children}</span>
    </>
  )
}
