import {
  type Company,
  type DocumentLabel,
  type DocumentSlip,
  labelCaption,
  paymentFooter,
  type PrintedDocument,
  printedParty,
  remitTo,
  slipInstruction,
} from '../../printed-document.ts'
import { Bars } from '../Barcode.tsx'
import { SmallTable } from './SheetLines.tsx'

type PartProps = { content: PrintedDocument; company: Company }

/**
 * The sections below the lines and totals: small tables, notes, ways to pay, and what to return.
 */
export function SheetBelowLines({ content, company }: PartProps) {
  const { tables = [], notes, reply, signature, slip, label } = content
  const footer = paymentFooter(content, company)
  return (
    <>
      {tables.map((table) => (
        <SmallTable key={table.title} table={table} />
      ))}
      {notes && <p className="mt-6 break-words whitespace-pre-line">{notes}</p>}
      <div className="mt-6 flex break-inside-avoid gap-6">
        {footer
          .filter(({ title }) => title)
          .map(({ title, text }) => (
            <section key={title} className="flex-1">
              <h2 className="text-[8pt] font-semibold uppercase">{title}</h2>
              <p className="whitespace-pre-line">{text}</p>
            </section>
          ))}
      </div>
      {footer
        .filter(({ title }) => !title)
        .map(({ text }) => (
          <p key={text} className="mt-4 break-inside-avoid whitespace-pre-line">
            {text}
          </p>
        ))}
      {signature && (
        <p className="mt-12 w-64 break-inside-avoid border-t border-black pt-1 text-[8pt]">
          {signature}
        </p>
      )}
      {reply && <Reply {...reply} />}
      {slip && <Slip slip={slip} company={company} />}
      {label && <Label label={label} company={company} />}
    </>
  )
}

/** Lines that the recipient fills in and sends back. */
function Reply({ title, fields }: NonNullable<PrintedDocument['reply']>) {
  return (
    <section className="mt-8 break-inside-avoid">
      <h2 className="text-[8pt] font-semibold">{title}</h2>
      <div className="mt-10 flex gap-6">
        {fields.map((field) => (
          <p key={field} className="flex-1 border-t border-black pt-1 text-[8pt]">
            {field}
          </p>
        ))}
      </div>
    </section>
  )
}

/** The part that customers cut off and return with a check. */
function Slip({ slip, company }: { slip: DocumentSlip; company: Company }) {
  const { name, address } = remitTo(company)
  return (
    <section
      aria-label="Payment slip"
      className="mt-8 break-inside-avoid border-t border-dashed border-black pt-3"
    >
      <h2 className="text-[8pt] font-semibold">{slipInstruction(company)}</h2>
      <div className="mt-2 flex gap-6">
        <div className="flex-1">
          <p className="text-[8pt] uppercase">Remit to</p>
          <p className="font-semibold">{name}</p>
          <p className="whitespace-pre-line">{address}</p>
        </div>
        <div className="flex-1">
          <p className="text-[8pt] uppercase">From</p>
          <p className="font-semibold">{slip.customer}</p>
        </div>
        <dl className="numbers grid h-fit w-[70mm] grid-cols-[auto_1fr] gap-x-4">
          {[...slip.facts, ['Amount enclosed', '$ ________________'] as const].map(
            ([fact, value]) => (
              <div key={fact} className="contents">
                <dt>{fact}</dt>
                <dd className="text-right font-semibold">{value}</dd>
              </div>
            ),
          )}
        </dl>
      </div>
    </section>
  )
}

/** A longer number would make the label wider than its parcel. */
const mostLabelCharacters = 20

/** The address label, unbroken, with a cutting line and the barcode that the dock scans. */
function Label({ label, company }: { label: DocumentLabel; company: Company }) {
  const [from, to] = [printedParty(label.from, company), printedParty(label.to, company)]
  return (
    <div className="mt-10 break-inside-avoid">
      <p className="mb-1 text-[8pt]">{labelCaption}</p>
      <section
        aria-label="Address label"
        className="w-[100mm] border border-dashed border-black p-[5mm]"
      >
        <p className="text-[8pt] uppercase">{from.title}</p>
        <p className="text-[8pt]">{from.name}</p>
        <p className="text-[8pt] whitespace-pre-line">{from.address}</p>
        <p className="mt-4 text-[8pt] uppercase">{to.title}</p>
        <p className="text-[14pt] font-semibold">{to.name}</p>
        <p className="text-[12pt] whitespace-pre-line">{to.address}</p>
        {label.number.length <= mostLabelCharacters && (
          <div className="mt-4">
            <Bars text={label.number} />
          </div>
        )}
        <p className="numbers mt-1 text-[12pt] font-semibold">{label.number}</p>
      </section>
    </div>
  )
}
