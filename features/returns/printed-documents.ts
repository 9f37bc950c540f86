import {
  type PrintedDocument,
  printedDay,
  type DocumentLabel,
  printedUnits,
} from '#features/documents/printed-document.ts'
import { today } from '#platform/kernel/days.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { ReturnDetails, ReturnItem } from './contract.ts'
import { conditionNames, dispositionNames, typeNames } from './labels.ts'

/** Builds the return form that travels with the goods: the party and the lines. */
export function returnDocument(goods: ReturnDetails, businessTimeZone: string): PrintedDocument {
  const isSale = goods.type === 'rma'
  return {
    title: 'Return Form',
    subtitle: isSale ? 'Goods from a customer' : 'Goods to a vendor',
    number: goods.returnNumber,
    parties: [
      {
        title: isSale ? 'From' : 'Ship to',
        name: `${goods.partyName} (${goods.partyCode})`,
        address: goods.partyAddress,
      },
    ],
    facts: [
      ['Type', typeNames[goods.type]],
      ['Date', printedDay(today(new Date(goods.createdAt), businessTimeZone))],
      ['Original order', goods.originalOrderNumber ?? 'None'],
      ['Reason', goods.reason],
    ],
    columns: [
      { head: '#' },
      { head: 'SKU' },
      { head: 'Description', isWide: true },
      { head: 'Quantity', isRight: true },
      { head: 'Condition' },
      { head: 'Disposition' },
    ],
    rows: goods.items.map(rowOf),
    empty: 'This return has no lines.',
    sums: [{ name: 'Total', amount: formatHidden(goods.totalAmount), isStrong: true }],
    notes: goods.notes,
    signature: 'Counted by, date',
    label: labelOf(goods),
  }
}

/** Builds the shipping label: from the customer to us, or from us to the vendor. */
function labelOf(goods: ReturnDetails): DocumentLabel {
  const { partyName, partyAddress: address, returnNumber: number, type } = goods
  const us = { name: null, address: null }
  const them = { name: partyName, address }
  const [from, to] = type === 'rma' ? [them, us] : [us, them]
  return { from: { title: 'Sender', ...from }, to: { title: 'To', ...to }, number }
}

function rowOf(item: ReturnItem): string[] {
  return [
    String(item.lineNo),
    item.sku,
    item.note ? `${item.name}\n${item.note}` : item.name,
    printedUnits(item.quantity, item.unitOfMeasure),
    item.condition ? conditionNames[item.condition] : '—',
    item.disposition ? dispositionNames[item.disposition] : '—',
  ]
}
