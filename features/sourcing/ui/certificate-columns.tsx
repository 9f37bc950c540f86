import { formatOptionalDay } from '#platform/kernel/format.ts'
import { CircleAlert, CircleCheck, Clock, History } from 'lucide-react'
import type { Column } from '#platform/ui/table/columns.ts'
import type { Certificate } from '../contract.ts'
import type { CertificateState } from '../rules.ts'

const styles = {
  valid: { icon: CircleCheck, word: 'Valid', color: 'text-success-fg' },
  expiring: { icon: Clock, word: 'Expires soon', color: 'text-warning' },
  expired: { icon: CircleAlert, word: 'Expired', color: 'text-danger' },
  renewed: { icon: History, word: 'Renewed', color: 'text-muted' },
} as const

/** The columns of a vendor's certificates. */
export const columns: readonly Column<Certificate>[] = [
  { id: 'name', header: 'Certificate', isLong: true, width: 200, cell: ({ name }) => name },
  { id: 'number', header: 'Number', width: 140, sortable: false, cell: ({ number }) => number },
  {
    id: 'category',
    header: 'For',
    isLong: true,
    width: 160,
    phone: 'line',
    text: ({ category }) => category ?? 'All SKUs',
    cell: ({ category }) => category ?? 'All SKUs',
  },
  {
    id: 'validFrom',
    header: 'From',
    width: 110,
    sortable: false,
    cell: ({ validFrom }) => formatOptionalDay(validFrom, '-'),
  },
  {
    id: 'expiresOn',
    header: 'Until',
    width: 110,
    phone: 'date',
    cell: ({ expiresOn }) => formatOptionalDay(expiresOn, '-'),
  },
  {
    id: 'state',
    header: 'State',
    width: 120,
    sortable: false,
    phone: 'badge',
    text: ({ state }) => styles[state].word,
    cell: ({ state }) => <State state={state} />,
  },
]

function State({ state }: { state: CertificateState }) {
  const { icon: Icon, word, color } = styles[state]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${color}`}>
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {word}
    </span>
  )
}
