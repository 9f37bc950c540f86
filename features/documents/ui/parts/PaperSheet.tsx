import { clsx } from 'clsx'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import { useRead } from '#platform/web/api.ts'
import { Barcode } from '../Barcode.tsx'
import {
  type Company,
  endOf,
  headOf,
  withCompanyName,
  type Paper,
  type PaperLabel,
} from '../../paper.ts'

type PaperSheetProps = {
  papers: readonly Paper[]
  /** True for an immediate print job. */
  isJob?: boolean
}

/**
 * Documents for the browser's printer, each on pages of its own, with the same content as their
 * PDFs.
 */
export function PaperSheet({ papers, isJob = false }: PaperSheetProps) {
  const { data: company = defaultSettings } = useRead(readSettings)
  return (
    <PrintSheet isJob={isJob}>
      {papers.map((paper, place) => (
        <article
          key={`${place} ${paper.number}`}
          className="break-after-page text-[10pt] leading-snug text-black last:break-after-auto"
        >
          <Top paper={paper} company={company} />
          {paper.words && <p className="mt-6 whitespace-pre-line">{paper.words}</p>}
          <Lines paper={paper} />
          <Sums paper={paper} />
          <Ends paper={paper} company={company} />
          {paper.label && <Label label={paper.label} company={company} />}
        </article>
      ))}
    </PrintSheet>
  )
}

type PartProps = { paper: Paper; company: Company }

function Top({ paper, company }: PartProps) {
  return (
    <>
      <header className="flex justify-between gap-8">
        <div>
          <p className="text-[11pt] font-semibold">{company.companyName}</p>
          <p className="whitespace-pre-line">{headOf(company)}</p>
        </div>
        <div className="grid justify-items-end gap-1 text-right">
          <h1 className="text-[18pt] font-semibold">{paper.title}</h1>
          {paper.subtitle && <p>{paper.subtitle}</p>}
          {paper.number && <Barcode text={paper.number} />}
        </div>
      </header>
      <div className="mt-6 flex gap-8">
        {paper.parties.map((party) => {
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
          {paper.facts.map(([name, value]) => (
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

function Lines({ paper }: { paper: Paper }) {
  const { columns, rows, empty } = paper
  if (rows.length === 0) return empty ? <p className="mt-8">{empty}</p> : null
  const look = (place: number) =>
    clsx('pl-3 first:pl-0', columns[place]?.isRight && 'text-right whitespace-nowrap')
  // A short code does not break at its hyphens; a long one may, to fit the other columns.
  const isCode = (place: number, text: string) => !columns[place]?.isWide && text.length <= 24
  return (
    <table className="numbers mt-8 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-black text-left">
          {columns.map(({ head, isWide }, place) => (
            <th key={head} className={clsx(look(place), 'py-1', isWide && 'w-full')}>
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
            {row.map((text, place) => (
              <td
                key={columns[place]?.head}
                className={clsx(look(place), 'py-1.5', isCode(place, text) && 'whitespace-nowrap')}
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
  const [first, ...more] = text.split('\n')
  if (more.length === 0) return first
  return (
    <>
      {first}
      <span className="block text-[8pt] whitespace-pre-line">{more.join('\n')}</span>
    </>
  )
}

function Sums({ paper }: { paper: Paper }) {
  if (paper.sums.length === 0) return null
  return (
    <dl
      className={clsx(
        'numbers mt-3 ml-auto grid w-fit break-inside-avoid grid-cols-[auto_auto] gap-x-8 gap-y-1',
        'text-right',
      )}
    >
      {paper.sums.map(({ name, amount, isStrong }) => (
        <div key={name} className={clsx('contents', isStrong && 'font-semibold')}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function Ends({ paper, company }: PartProps) {
  return (
    <>
      {paper.notes && <p className="mt-6 whitespace-pre-line">{paper.notes}</p>}
      {endOf(paper, company).map(({ title, text }) => (
        <section key={text} className="mt-6 break-inside-avoid">
          {title && <h2 className="text-[8pt] uppercase">{title}</h2>}
          <p className="whitespace-pre-line">{text}</p>
        </section>
      ))}
      {paper.signature && (
        <p className="mt-16 w-64 break-inside-avoid border-t border-black pt-1 text-[8pt]">
          {paper.signature}
        </p>
      )}
    </>
  )
}

/** The address label, unbroken, with a cutting line. */
function Label({ label, company }: { label: PaperLabel; company: Company }) {
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
