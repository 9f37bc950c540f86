import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { parseTerms } from './payment-terms.ts'

/**
 * Payment terms as display text: `Net 30` for `net-30`; unrecognized text is returned unchanged.
 */
export function termsText(paymentTerms: string): string {
  const terms = parseTerms(paymentTerms)
  if (terms?.kind === 'net') {
    const { days: count, isEom, discount } = terms
    const net = discount ? `${discount.percent}/${discount.days} net` : 'Net'
    return `${net} ${count}${isEom ? ' EOM' : ''}`
  }
  const parsedTerms = terms && termsNames[lettersAndDigits(paymentTerms)]
  return parsedTerms ?? paymentTerms
}

/** Display text of terms without a number of days, keyed by their letters and digits. */
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

/** Display text of price levels. */
export const priceLevelNames = {
  standard: 'Standard',
  tier1: 'Tier 1',
  tier2: 'Tier 2',
  tier3: 'Tier 3',
} as const

/** Display text of price levels and other price sources. */
const priceNames: Readonly<Record<string, string>> = {
  ...priceLevelNames,
  contract: 'Contract',
  manual: 'Manual',
}

/** Display text of a price level or price source: `Tier 1` for `tier1`. */
export function priceName(source: string): string {
  return priceNames[source] ?? source.charAt(0).toUpperCase() + source.slice(1)
}
