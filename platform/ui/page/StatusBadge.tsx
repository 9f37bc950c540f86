import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { clsx } from 'clsx'
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Contrast,
  Lock,
  type LucideIcon,
} from 'lucide-react'

type Tone = 'pending' | 'processing' | 'success' | 'cancelled' | 'draft' | 'locked'

const tones: Record<string, Tone> = {
  pending: 'pending',
  processing: 'processing',
  shipped: 'success',
  delivered: 'success',
  approved: 'success',
  received: 'success',
  completed: 'success',
  ordered: 'success',
  placed: 'success',
  posted: 'success',
  active: 'success',
  healthy: 'success',
  synced: 'success',
  cancelled: 'cancelled',
  rejected: 'cancelled',
  'on hold': 'cancelled',
  blocked: 'cancelled',
  unhealthy: 'cancelled',
  error: 'cancelled',
  'ended with errors': 'cancelled',
  draft: 'draft',
  inactive: 'draft',
  duplicate: 'draft',
  deactivated: 'draft',
  invited: 'processing',
  expired: 'draft',
  unknown: 'draft',
  'not synced': 'draft',
  paid: 'success',
  'part-paid': 'processing',
  overdue: 'cancelled',
  void: 'draft',
  open: 'success',
  closing: 'processing',
  closed: 'locked',
}

const styles: Record<Tone, { icon: LucideIcon; colors: string }> = {
  pending: { icon: Clock, colors: 'bg-pending-bg text-pending-fg' },
  processing: { icon: Contrast, colors: 'bg-processing-bg text-processing-fg' },
  success: { icon: CircleCheck, colors: 'bg-success-bg text-success-fg' },
  cancelled: { icon: CircleX, colors: 'bg-cancelled-bg text-cancelled-fg' },
  draft: { icon: CircleDashed, colors: 'bg-draft-bg text-draft-fg' },
  locked: { icon: Lock, colors: 'bg-draft-bg text-draft-fg' },
}

/** The tone of a status, ignoring case; pending for an unknown status. */
export function toneOf(status: string): Tone {
  const name = status.toLowerCase()
  return (Object.hasOwn(tones, name) ? tones[name] : undefined) ?? 'pending'
}

type StatusBadgeProps = {
  status: string
  /** A blocking condition, such as a hold: it determines the tone. */
  also?: string | undefined
}

/** A status as icon and word, so that color is not the only signal. */
export function StatusBadge({ status, also }: StatusBadgeProps) {
  const more = also === status ? undefined : also
  const tone = toneOf(more ?? status)
  const { icon: Icon, colors } = styles[tone]
  return (
    <span
      data-tone={tone}
      className={clsx(
        'badge text-caption inline-flex items-center gap-1 rounded-control px-2 py-0.5',
        'whitespace-nowrap',
        more && 'flex-wrap',
        colors,
      )}
    >
      <Icon aria-hidden size={12} strokeWidth={2} />
      <span>{capitalize(status.toLowerCase())}</span>
      {more && <span>{`· ${capitalize(more.toLowerCase())}`}</span>}
    </span>
  )
}
