import { clsx } from 'clsx'
import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import type { Company, DocumentDraft, PrintedDocument } from '../../printed-document.ts'
import { letterhead, printedParty } from '../../printed-document.ts'
import { documentFileName } from '../../rules.ts'
import { Barcode } from '../Barcode.tsx'
import { logoAddress } from '../logo-url.ts'
import { SheetBelowLines } from '../sheet/SheetBelowLines.tsx'
import { SheetLines } from '../sheet/SheetLines.tsx'
import { usePrintedDocuments } from './use-printed-documents.ts'

type DocumentSheetProps = {
  documents: readonly DocumentDraft[]
  /** True for an immediate print job. */
  isJob?: boolean
}

/**
 * Documents for the browser's printer, each on pages of its own, with the same content as their
 * PDFs.
 */
export function DocumentSheet({ documents, isJob: isPrintJob = false }: DocumentSheetProps) {
  const { printed } = usePrintedDocuments(documents)
  if (!printed) return null
  const { company, contents } = printed
  return (
    <PrintSheet isJob={isPrintJob} fileName={printJobName(contents)}>
      {contents.map((content, index) => {
        return (
          <article
            key={`${index} ${content.number}`}
            className="break-after-page text-[10pt] leading-snug text-black last:break-after-auto"
          >
            <SheetHeader content={content} company={company} />
            <SheetAddresses content={content} company={company} />
            {content.words && (
              <p className="mt-6 break-words whitespace-pre-line">{content.words}</p>
            )}
            <SheetLines content={content} />
            <SheetBelowLines content={content} company={company} />
          </article>
        )
      })}
    </PrintSheet>
  )
}

/** Named like the PDF of the document; several are named after the first. */
function printJobName([first, ...others]: readonly PrintedDocument[]): string | undefined {
  if (!first?.filing) return undefined
  const name = documentFileName(first.filing).replace(/\.pdf$/, '')
  return others.length > 0 ? `${name} and ${others.length} more` : name
}

type PartProps = { content: PrintedDocument; company: Company }

/**
 * The letterhead and the title, as high as the address needs to reach an envelope's window. The
 * barcode is beside the address: here it would push the address out of the window.
 */
function SheetHeader({ content, company }: PartProps) {
  const { companyLogo, companyName, accentColor } = company
  const { isInternal } = content
  const isNameLarge = !companyLogo && !isInternal
  return (
    <header className={clsx('flex justify-between gap-8', isInternal ? 'mb-4' : 'min-h-[40mm]')}>
      <div className="min-w-0">
        {companyLogo && (
          <img
            src={logoAddress(companyLogo)}
            alt=""
            className={clsx('mb-1 max-w-[66mm]', isInternal ? 'max-h-[9mm]' : 'max-h-[14mm]')}
          />
        )}
        <p className={clsx('font-semibold', isNameLarge && 'text-[15pt]')}>{companyName}</p>
        {!isInternal && <LetterheadLines company={company} />}
      </div>
      <div className="grid h-fit justify-items-end gap-1 text-right">
        <h1
          className="border-b-2 text-[18pt] leading-tight font-semibold"
          style={{ borderColor: accentColor }}
        >
          {content.title}
        </h1>
        {content.mark && (
          <p className="border-2 px-2 font-bold" style={{ borderColor: accentColor }}>
            {content.mark}
          </p>
        )}
        {content.subtitle && <p>{content.subtitle}</p>}
      </div>
    </header>
  )
}

function LetterheadLines({ company }: { company: Company }) {
  const { address, contact } = letterhead(company)
  return (
    <div className="flex gap-6 text-[8pt] whitespace-pre-line">
      <p>{address.join('\n')}</p>
      <p>{contact.join('\n')}</p>
    </div>
  )
}

/**
 * The first address where the window of an envelope is, others below, and beside them the barcode
 * and the facts. A document that stays in the warehouse needs no window.
 */
function SheetAddresses({ content, company }: PartProps) {
  const { isInternal, parties } = content
  const [first, ...others] = parties
  return (
    <div className="flex gap-8">
      <div className="w-[95mm] shrink-0 leading-[1.15]">
        <div className={isInternal ? undefined : 'min-h-[30mm] pl-[10mm]'}>
          {first && <Party party={first} company={company} />}
        </div>
        <div className="flex gap-6">
          {others.map((party) => (
            <Party key={party.title} party={party} company={company} />
          ))}
        </div>
      </div>
      <div className="grid h-fit min-w-0 flex-1 gap-2">
        {content.number && (
          <div className="justify-self-end">
            <Barcode text={content.number} />
          </div>
        )}
        <dl className="numbers grid h-fit grid-cols-[auto_1fr] gap-x-4">
          {content.facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="font-semibold break-words whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

type PartyProps = { party: PrintedDocument['parties'][number]; company: Company }

function Party({ party, company }: PartyProps) {
  const { title, name, address } = printedParty(party, company)
  return (
    <section className="min-w-0 flex-1">
      <h2 className="text-[8pt] uppercase">{title}</h2>
      <p className="font-semibold">{name}</p>
      <p className="whitespace-pre-line">{address}</p>
    </section>
  )
}
