import { squeezed } from '#platform/kernel/fields.ts'
import { parseTerms } from './rules.ts'

/** Payment terms as people read them: `Net 30` for `net-30`; text not understood as it stands. */
export function termsText(paymentTerms: string): string {
  const terms = parseTerms(paymentTerms)
  if (terms?.kind === 'net') {
    const { days: count, isEom, discount } = terms
    const net = discount ? `${discount.percent}/${discount.days} net` : 'Net'
    return `${net} ${count}${isEom ? ' EOM' : ''}`
  }
  const known = terms && termsNames[squeezed(paymentTerms)]
  return known ?? paymentTerms
}

/** How terms without a number of days are written, by their letters. */
const termsNames: Readonly<Record<string, string>> = {
  dueonreceipt: 'Due on receipt',
  net0: 'Due on receipt',
  cod: 'COD',
  eom: 'EOM',
  cia: 'CIA',
  cwo: 'CWO',
  prepaid: 'Prepaid',
  cashinadvance: 'Cash in advance',
}

/** The price levels of customers, and other sources of a price, as people read them. */
const priceNames: Readonly<Record<string, string>> = {
  standard: 'Standard',
  tier1: 'Tier 1',
  tier2: 'Tier 2',
  tier3: 'Tier 3',
  contract: 'Contract',
  manual: 'Manual',
}

/** A price level or a source of a price as people read it: `Tier 1` for `tier1`. */
export function priceName(source: string): string {
  return priceNames[source] ?? source.charAt(0).toUpperCase() + source.slice(1)
}
