import { clsx } from 'clsx'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import { useRead } from '#platform/web/api.ts'
import { Barcode } from '../Barcode.tsx'
import {
  type Company,
  paymentFooter,
  companyHeader,
  withCompanyName,
  type PrintedDocument,
  type DocumentLabel,
} from '../../printed-document.ts'

type DocumentSheetProps = {
  documents: readonly PrintedDocument[]
  /** True for an immediate print job. */
  isJob?: boolean
}

/**
 * Documents for the browser's printer, each on pages of its own, with the same content as their
 * PDFs.
 */
export function DocumentSheet({ documents, isJob: isPrintJob = false }: DocumentSheetProps) {
  const { data: company = defaultSettings } = useRead(readSettings)
  return (
    <PrintSheet isJob={isPrintJob}>
      {documents.map((content, index) => (
        <article
          key={`${index} ${content.number}`}
          className="break-after-page text-[10pt] leading-snug text-black last:break-after-auto"
        >
          <SheetHeader paper={content} company={company} />
          {content.words && <p className="mt-6 whitespace-pre-line">{content.words}</p>}
          <Lines paper={content} />
          <Sums paper={content} />
          <SheetFooter paper={content} company={company} />
          {content.label && <Label label={content.label} company={company} />}
        </article>
      ))}
    </PrintSheet>
  )
}

type PartProps = { paper: PrintedDocument; company: Company }

function SheetHeader({ paper: content, company }: PartProps) {
  return (
    <>
      <header className="flex justify-between gap-8">
        <div>
          <p className="text-[11pt] font-semibold">{company.companyName}</p>
          <p className="whitespace-pre-line">{companyHeader(company)}</p>
        </div>
        <div className="grid justify-items-end gap-1 text-right">
          <h1 className="text-[18pt] font-semibold">{content.title}</h1>
          {content.subtitle && <p>{content.subtitle}</p>}
          {content.number && <Barcode text={content.number} />}
        </div>
      </header>
      <div className="mt-6 flex gap-8">
        {content.parties.map((party) => {
          const { title, name, address } = withCompanyName(party, company)
          return (
            <section key={title} className="min-w-0 flex-1">
              <h2 className="text-[8pt] uppercase">{title}</h2>
              <p className="font-semibold">{name}</p>
              <p className="whitespace-pre-line">{address}</p>
            </section>
          )
        })}
        <dl className="numbers grid h-fit flex-1 grid-cols-[auto_1fr] gap-x-4">
          {content.facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="font-semibold break-words whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

function Lines({ paper: content }: { paper: PrintedDocument }) {
  const { columns, rows, empty } = content
  if (rows.length === 0) return empty ? <p className="mt-8">{empty}</p> : null
  const cellClass = (column: number) =>
    clsx('pl-3 first:pl-0', columns[column]?.isRight && 'text-right whitespace-nowrap')
  // A short code does not break at its hyphens; a long one may, to fit the other columns.
  const isCode = (column: number, text: string) => !columns[column]?.isWide && text.length <= 24
  return (
    <table className="numbers mt-8 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-black text-left">
          {columns.map(({ head, isWide }, column) => (
            <th key={head} className={clsx(cellClass(column), 'py-1', isWide && 'w-full')}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // Rows are never reordered, so the index is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index} className="break-inside-avoid border-b border-black/30 align-top">
            {row.map((text, column) => (
              <td
                key={columns[column]?.head}
                className={clsx(
                  cellClass(column),
                  'py-1.5',
                  isCode(column, text) && 'whitespace-nowrap',
                )}
              >
                <Cell text={text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ text }: { text: string }) {
  const [first, ...rest] = text.split('\n')
  if (rest.length === 0) return first
  return (
    <>
      {first}
      <span className="block text-[8pt] whitespace-pre-line">{rest.join('\n')}</span>
    </>
  )
}

function Sums({ paper: content }: { paper: PrintedDocument }) {
  if (content.sums.length === 0) return null
  return (
    <dl
      className={clsx(
        'numbers mt-3 ml-auto grid w-fit break-inside-avoid grid-cols-[auto_auto] gap-x-8 gap-y-1',
        'text-right',
      )}
    >
      {content.sums.map(({ name, amount, isStrong }) => (
        <div key={name} className={clsx('contents', isStrong && 'font-semibold')}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function SheetFooter({ paper: content, company }: PartProps) {
  return (
    <>
      {content.notes && <p className="mt-6 whitespace-pre-line">{content.notes}</p>}
      {paymentFooter(content, company).map(({ title, text }) => (
        <section key={text} className="mt-6 break-inside-avoid">
          {title && <h2 className="text-[8pt] uppercase">{title}</h2>}
          <p className="whitespace-pre-line">{text}</p>
        </section>
      ))}
      {content.signature && (
        <p className="mt-16 w-64 break-inside-avoid border-t border-black pt-1 text-[8pt]">
          {content.signature}
        </p>
      )}
    </>
  )
}

/** The address label, unbroken, with a cutting line. */
function Label({ label, company }: { label: DocumentLabel; company: Company }) {
  const [from, to] = [withCompanyName(label.from, company), withCompanyName(label.to, company)]
  return (
    <section
      aria-label="Address label"
      className="mt-10 w-[100mm] break-inside-avoid border border-dashed border-black p-[5mm]"
    >
      <p className="text-[8pt] uppercase">{from.title}</p>
      <p className="text-[8pt]">{from.name}</p>
      <p className="text-[8pt] whitespace-pre-line">{from.address}</p>
      <p className="mt-4 text-[8pt] uppercase">{to.title}</p>
      <p className="text-[14pt] font-semibold">{to.name}</p>
      <p className="text-[12pt] whitespace-pre-line">{to.address}</p>
      <p className="numbers mt-4 text-[12pt] font-semibold">{label.number}</p>
    </section>
  )
}
