import { FileDown, Printer } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { type PaperName, type Sendable, sendables, type Related } from '../../contract.ts'
import { SendButton } from './PaperTools.tsx'
import { pdfAddress } from '../pdf-address.ts'
import { SentList } from './SentTab.tsx'

/** A paper there is: of which record, what it is called, and how it is printed at once. */
export type Papered = { name: PaperName; id: number; title: string; print?: () => unknown }

type PapersTabProps = {
  papers: readonly Papered[]
  /** The paper of which it is told when it was sent. */
  sent: { name: Sendable; id: number }
}

/** Every paper of an order: to save as PDF, to print and to send; then what was sent of it. */
export function PapersTab({ papers, sent }: PapersTabProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ul aria-label="Papers">
        {papers.map((paper) => (
          <OnePaper key={`${paper.name} ${paper.id}`} paper={paper} />
        ))}
      </ul>
      <section aria-label="Sent">
        <h3 className="text-label mb-2">Sent</h3>
        <SentList {...sent} />
      </section>
    </div>
  )
}

/** The papers of the records that belong to an order. */
export function papersOf(records: readonly Related[]): Papered[] {
  return records.flatMap(({ kind, id, number }): Papered[] => {
    if (kind === 'invoice') return [{ name: kind, id, title: `Invoice ${number}` }]
    if (kind === 'credit-memo') return [{ name: kind, id, title: `Credit memo ${number}` }]
    if (kind === 'return') return [{ name: 'return-form', id, title: `Return form ${number}` }]
    return []
  })
}

function OnePaper({ paper }: { paper: Papered }) {
  const { name, id, title, print } = paper
  const sendable = sendables.find((known) => known === name)
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-2">
      <span className="min-w-48 flex-1 font-medium break-all">{title}</span>
      <a
        href={pdfAddress({ name, id })}
        download
        aria-label={`${title} as PDF`}
        className="text-table inline-flex h-8 items-center gap-2 px-2 font-medium"
      >
        <FileDown aria-hidden size={16} strokeWidth={1.75} />
        PDF
      </a>
      {print && (
        <Button size="small" icon={Printer} aria-label={`Print ${title}`} onClick={print}>
          Print
        </Button>
      )}
      {sendable && <SendButton label="Send" what={title} name={sendable} id={id} />}
    </li>
  )
}
