import { clsx } from 'clsx'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type AlertProps = {
  tone?: 'danger' | 'info' | 'warning'
  title?: ReactNode
  children?: ReactNode
  /** Buttons beside the text. */
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}

const colors = {
  danger: 'border-danger bg-cancelled-bg text-cancelled-fg',
  info: 'border-info bg-processing-bg text-processing-fg',
  warning: 'border-warning bg-pending-bg text-pending-fg',
} as const

/** A message in the page. The danger tone is announced immediately; the alert is focusable. */
export function Alert({ tone = 'danger', title, children, actions, ref }: AlertProps) {
  const Icon = tone === 'info' ? Info : CircleAlert
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx(
        'text-body flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card border px-3 py-2',
        colors[tone],
      )}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
      <div className="min-w-0 flex-1 basis-48 break-words">
        {title && <p className="text-label">{title}</p>}
        {children}
      </div>
      {actions && <div className="flex gap-2">{actions}</div>}
    </div>
  )
}
