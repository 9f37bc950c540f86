import { formatPercent } from '#features/settings/rules.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Decision } from '../contract.ts'
import { NameValueList } from './NameValueList.tsx'

type TaxFactsListProps = {
  facts: Decision['facts']
  totals: Decision['outcome']['totals']
}

/** The rate and place of the sales tax, and the settings of the shipping charge. */
export function TaxFactsList({ facts: { tax, settings, isPickedUp }, totals }: TaxFactsListProps) {
  if (!tax) return null
  const place = [tax.state, tax.country].filter(Boolean).join(', ')
  return (
    <NameValueList
      items={[
        ['Rate', formatPercent(tax.rate)],
        ['Location', place || 'Not known'],
        ['Exempt customer', tax.isExempt ? 'Yes' : 'No'],
        ...(tax.notice ? [['Notice', tax.notice] as const] : []),
        ...(totals
          ? [
              ['Taxed goods', formatDecimal(totals.subtotal)] as const,
              ['Tax', formatDecimal(totals.taxAmount)] as const,
              ['Shipping, not taxed', formatDecimal(totals.shippingAmount)] as const,
            ]
          : []),
        ...(settings ? [['Shipping charge', shippingText(settings, isPickedUp)] as const] : []),
      ]}
    />
  )
}

type Settings = NonNullable<Decision['facts']['settings']>

function shippingText({ shippingFlat, shippingFreeFrom }: Settings, isPickedUp = false): string {
  if (isPickedUp) return 'None: the customer picks up'
  return `${formatDecimal(shippingFlat)}, free from ${formatDecimal(shippingFreeFrom)}`
}
