import {
  type Company,
  type DraftOf,
  type PrintedDocument,
  printedDay,
  type DocumentLabel,
  printedUnits,
  toFillIn,
} from '#features/documents/printed-document.ts'
import type { Settings } from '#features/settings/contract.ts'
import { addDays, today } from '#platform/kernel/days.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { ReturnDetails, ReturnItem } from './contract.ts'
import { conditionNames, dispositionNames } from './labels.ts'

type ReturnRules = Pick<Settings, 'businessTimeZone' | 'returnWindowDays'>

/** Builds the return form that travels with the goods: the party and the lines. */
export function returnDocument(
  goods: ReturnDetails,
  { businessTimeZone, returnWindowDays }: ReturnRules,
  company: Company,
): DraftOf<'return-form'> {
  const isSale = goods.type === 'rma'
  const created = today(new Date(goods.createdAt), businessTimeZone)
  const sendBy = isSale && returnWindowDays > 0 ? addDays(created, returnWindowDays) : undefined
  return {
    kind: 'return-form',
    fields: {
      'party.name': goods.partyName,
      'party.code': goods.partyCode,
      'return.number': goods.returnNumber,
      'return.date': printedDay(created, company),
      'return.reason': goods.reason,
      'order.number': goods.originalOrderNumber ?? '',
    },
    customerId: goods.customerId,
    filing: { name: `Return form ${goods.returnNumber}`, party: goods.partyCode, on: created },
    title: isSale ? 'Return Authorization' : 'Return to Vendor',
    ...markOf(goods),
    number: goods.returnNumber,
    parties: [
      {
        title: isSale ? 'From' : 'Ship to',
        name: goods.partyName,
        address: goods.partyAddress,
      },
      isSale
        ? { title: 'Send the goods to', name: null, address: null, use: 'receiving' }
        : { title: 'Sender', name: null, address: null, use: 'receiving' },
    ],
    facts: [
      [isSale ? 'RMA number' : 'Return number', goods.returnNumber],
      ['Date', printedDay(created, company)],
      ...(sendBy ? [['Please send by', printedDay(sendBy, company)] as const] : []),
      ['Original order', goods.originalOrderNumber ?? 'None'],
      ['Reason', goods.reason],
      [isSale ? 'Customer number' : 'Vendor number', goods.partyCode],
    ],
    columns: [
      { head: '#' },
      { head: 'SKU' },
      { head: 'Description', isWide: true },
      { head: 'Quantity', isRight: true },
      { head: 'Received', isRight: true },
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

/** Nothing may be sent back under a return that is rejected or cancelled. */
function markOf({ status }: ReturnDetails): Pick<PrintedDocument, 'mark'> {
  const isOver = status === 'rejected' || status === 'cancelled'
  return isOver ? { mark: status.toUpperCase() } : {}
}

/** Builds the shipping label: from the customer to us, or from us to the vendor. */
function labelOf(goods: ReturnDetails): DocumentLabel {
  const { partyName, partyAddress: address, returnNumber: number, type } = goods
  const us = { name: null, address: null, use: 'receiving' as const }
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
    toFillIn,
    item.condition ? conditionNames[item.condition] : toFillIn,
    item.disposition ? dispositionNames[item.disposition] : toFillIn,
  ]
}
