import { FileDown, Printer } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { type DocumentName, type Sendable, sendables } from '../../contract.ts'
import type { RelatedDocument } from '../../related-records.ts'
import { SendButton } from './DocumentTools.tsx'
import { MissingSenderNotice } from './MissingSenderNotice.tsx'
import { pdfAddress } from '../pdf-url.ts'
import { SentList } from './SentTab.tsx'

/** A document of a record: its title, and how it prints immediately. */
export type WithDocuments = { name: DocumentName; id: number; title: string; print?: () => unknown }

type DocumentsTabProps = {
  documentOwners: readonly WithDocuments[]
  /** The document whose emails are listed. */
  sent: { name: Sendable; id: number }
}

/** Each shipment needs two calls, so only some are listed here. */
const mostShipments = 10

/**
 * Lists every document of an order to download, print and send, then its sent emails and those of
 * its first shipments.
 */
export function DocumentsTab({ documentOwners: documents, sent }: DocumentsTabProps) {
  // Other records have a page of their own, which lists their emails; a shipment has none.
  const notices = documents.filter(({ name }) => name === 'shipment-notice')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <MissingSenderNotice />
      <ul aria-label="Documents">
        {documents.map((record) => (
          <SingleDocument key={`${record.name} ${record.id}`} documentOwner={record} />
        ))}
      </ul>
      <section aria-label="Sent">
        <h3 className="text-label mb-2">Sent</h3>
        <SentList {...sent} />
      </section>
      {notices.slice(0, mostShipments).map(({ id, title }) => (
        <section key={id} aria-label={`Sent: ${title}`}>
          <h3 className="text-label mb-2">{`Sent: ${title}`}</h3>
          <SentList name="shipment-notice" id={id} />
        </section>
      ))}
      {notices.length > mostShipments && (
        <p className="text-muted">
          {`The emails of ${notices.length - mostShipments} more shipments are not listed here.`}
        </p>
      )}
    </div>
  )
}

/** The documents of the records related to an order. */
export function documentsOf(records: readonly RelatedDocument[]): WithDocuments[] {
  return records.flatMap(({ kind, id, number }): WithDocuments[] => {
    if (kind === 'shipment') {
      return [{ name: 'shipment-notice', id, title: `Shipment notice ${number}` }]
    }
    if (kind === 'invoice') return [{ name: kind, id, title: `Invoice ${number}` }]
    if (kind === 'credit-memo') return [{ name: kind, id, title: `Credit memo ${number}` }]
    if (kind === 'return') return [{ name: 'return-form', id, title: `Return form ${number}` }]
    return []
  })
}

function SingleDocument({ documentOwner: record }: { documentOwner: WithDocuments }) {
  const { name, id, title, print } = record
  const sendable = sendables.find((candidate) => candidate === name)
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
      {sendable && <SendButton label="Send" documentTitle={title} name={sendable} id={id} />}
    </li>
  )
}
