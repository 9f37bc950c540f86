import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { Billable, createVendorBill, VendorBillDetails } from '../contract.ts'
import { type FreeAccount, postedAccount } from '../rules.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

type LineValues = {
  purchaseOrderId: number | null
  purchaseOrderItemId: number | null
  account: FreeAccount | null
  description: string
  quantity: string
  unitPrice: string
}
export type BillValues = {
  order: Choice | undefined
  vendor: Choice | undefined
  billNumber: string
  docDate: string
  dueDate: string
  postingDate: string
  taxAmount: string
  notes: string
  status: 'draft' | 'posted'
  lines: LineValues[]
}

export const emptyLine: LineValues = {
  purchaseOrderId: null,
  purchaseOrderItemId: null,
  account: null,
  description: '',
  quantity: '1',
  unitPrice: '',
}

export const emptyValues: BillValues = {
  order: undefined,
  vendor: undefined,
  billNumber: '',
  docDate: '',
  dueDate: '',
  postingDate: '',
  taxAmount: '0',
  notes: '',
  status: 'posted',
  lines: [],
}

export const thenOptions = [
  { value: 'posted', label: 'Match and post' },
  { value: 'draft', label: 'Keep as draft' },
]

/** The form values of a draft; status `draft` is preselected. */
export function valuesOf(bill: VendorBillDetails): BillValues {
  const { billNumber, docDate, dueDate, postingDate, taxAmount, notes, lines } = bill
  return {
    ...emptyValues,
    vendor: vendorOf(bill),
    billNumber,
    docDate,
    dueDate,
    postingDate: postingDate ?? '',
    taxAmount,
    notes: fieldText(notes),
    status: 'draft',
    lines: lines.map((line) => ({
      purchaseOrderId: line.purchaseOrderId,
      purchaseOrderItemId: line.purchaseOrderItemId,
      account: line.account,
      description: line.description,
      quantity: String(line.quantity),
      unitPrice: line.unitPrice,
    })),
  }
}

/** The form values of a new bill for what an order has received and not billed. */
export function valuesFor(billable: Billable): BillValues {
  const { purchaseOrderId, orderNumber, lines } = billable
  const order = { id: purchaseOrderId, code: orderNumber, text: orderNumber }
  return {
    ...emptyValues,
    order,
    vendor: vendorOf(billable),
    lines: lines.map(({ purchaseOrderItemId, description, quantity, unitPrice }) => ({
      ...emptyLine,
      purchaseOrderId,
      purchaseOrderItemId,
      description,
      unitPrice,
      quantity: String(quantity),
    })),
  }
}

type Refilled = Pick<BillValues, 'vendor' | 'lines'>

/**
 * The vendor and lines after another order was chosen, or none (`filled` is empty). Removes what
 * the previous order filled in; lines without an order, such as freight, and a manually chosen
 * vendor remain. `filledVendor` is the id of the vendor that was filled in last.
 */
export function refilledBill(
  now: Refilled & { filledVendor: number | undefined },
  filled: Refilled,
): Refilled {
  const isChosen = now.vendor !== undefined && now.vendor.id !== now.filledVendor
  const typed = now.lines.filter(({ purchaseOrderItemId }) => purchaseOrderItemId === null)
  // The order's vendor always replaces another one.
  const vendor = filled.vendor ?? (isChosen ? now.vendor : undefined)
  return { vendor, lines: [...filled.lines, ...typed] }
}

export function toWire(values: BillValues): WireBodyOf<typeof createVendorBill> {
  const { vendor, lines, order: _, ...typed } = values
  return {
    ...typed,
    vendorId: vendor?.id as number,
    dueDate: typed.dueDate || null,
    postingDate: typed.postingDate || null,
    lines: lines.map((line) => ({
      ...line,
      account: line.account && postedAccount(line.account),
      quantity: parseWholeNumber(line.quantity) as number,
    })),
  }
}

function vendorOf(of: { vendorId: number; vendorCode: string; vendorName: string }): Choice {
  const { vendorId: id, vendorCode: code, vendorName } = of
  return { id, code, text: `${code} - ${vendorName}` }
}
