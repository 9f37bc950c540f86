import { clsx } from 'clsx'
import type { Company, PrintedDocument } from '../../printed-document.ts'
import { letterhead, printedParty } from '../../printed-document.ts'
import { Barcode } from '../Barcode.tsx'
import { logoAddress } from '../logo-url.ts'
import { SheetBelowLines } from './SheetBelowLines.tsx'
import { SheetLines } from './SheetLines.tsx'

type PartProps = { content: PrintedDocument; company: Company }

/** A document as it is printed, for the printer and for a preview; printed, it ends its page. */
export function SheetPage({ content, company }: PartProps) {
  return (
    <article className="break-after-page text-[10pt] leading-snug text-black last:break-after-auto">
      <SheetHeader content={content} company={company} />
      <SheetAddresses content={content} company={company} />
      {content.words && <p className="mt-6 break-words whitespace-pre-line">{content.words}</p>}
      <SheetLines content={content} />
      <SheetBelowLines content={content} company={company} />
    </article>
  )
}

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
