import { formatOptionalDay } from '#platform/kernel/days.ts'
import { CircleAlert, CircleCheck, Clock, History } from 'lucide-react'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { type Certificate, certificateList } from '../contract.ts'
import type { CertificateState } from '../certificate-states.ts'

const styles = {
  valid: { icon: CircleCheck, word: 'Valid', color: 'text-success-fg' },
  expiring: { icon: Clock, word: 'Expires soon', color: 'text-warning' },
  expired: { icon: CircleAlert, word: 'Expired', color: 'text-danger' },
  renewed: { icon: History, word: 'Renewed', color: 'text-muted' },
} as const

/** The columns of a vendor's certificates. */
export const columns = columnsOf(certificateList, {
  category: { text: scopeText, cell: scopeText },
  validFrom: ({ validFrom }) => formatOptionalDay(validFrom, '-'),
  state: {
    text: ({ state }) => styles[state].word,
    cell: ({ state }) => <State state={state} />,
  },
})

function scopeText({ category }: Certificate) {
  return category ?? 'All SKUs'
}

function State({ state }: { state: CertificateState }) {
  const { icon: Icon, word, color } = styles[state]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${color}`}>
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {word}
    </span>
  )
}
