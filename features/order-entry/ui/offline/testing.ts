import { day, moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import type { Customer } from '#features/customers/contract.ts'
import type { ContractPrice } from '#features/pricing/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { OrderValidation } from '../../contract.ts'
import { withCustomer } from '../customer/filled-fields.ts'
import { chosenCustomer, chosenSku } from '../find-customers-and-skus.ts'
import { withItem, withLine, withSku } from '../lines/lines.ts'
import { emptyForm, type OrderForm } from '../order-form.ts'
import { estimateOrder, type CachedRecords } from './cached-records.ts'
import type { UnsentOrder } from './unsent-order.ts'

// Records, an order and the server's view of it, for the tests of orders without a connection.

const nothing = amount('0.00')
const start = moment('2026-11-01T00:00:00Z')
export const testDay = day('2026-11-29')

/** A customer with the price level tier 2. */
export const northwind: Customer = {
  id: 7,
  customerCode: 'C-1042',
  name: 'Northwind Supplies',
  email: 'n@example.com',
  phone: null,
  address: null,
  city: 'Austin',
  state: 'TX',
  zipCode: null,
  country: 'US',
  billingAddress: null,
  website: null,
  notes: null,
  contactName: null,
  contactRole: null,
  contactEmail: null,
  contactPhone: null,
  creditLimit: amount('1000.00'),
  currentBalance: nothing,
  openOrderAmount: nothing,
  softReservedAmount: nothing,
  availableCredit: amount('1000.00'),
  creditStatus: 'normal',
  lastOrderDate: null,
  paymentTerms: 'Net 30',
  priceLevel: 'tier2',
  taxExempt: false,
  taxExemptNumber: null,
  allowBackorder: false,
  packingSlipPrices: false,
  duplicateCheck: null,
  supplierNumber: null,
  documentNote: null,
  isActive: true,
  createdAt: start,
  updatedAt: start,
  version: 1,
}

/** A SKU with 10 units available, at 10.00 and for tier 2 at 8.00. */
export function skuOf(id: number, sku: string, fields: Partial<Sku> = {}): Sku {
  return {
    id,
    sku,
    name: 'Hex bolt',
    description: null,
    category: null,
    unitOfMeasure: 'EA',
    cost: null,
    averageCost: null,
    stockValue: null,
    softReserved: 0,
    price: amount('10.00'),
    tier1Price: null,
    tier2Price: amount('8.00'),
    tier3Price: null,
    minimumStock: 0,
    currentStock: 10,
    reserved: 0,
    available: 10,
    onOrder: 0,
    awaitingApproval: null,
    lastInventoryUpdate: null,
    barcode: null,
    wmsLocation: null,
    isActive: true,
    createdAt: start,
    updatedAt: start,
    version: 1,
    ...fields,
  }
}

/** A contract price of Northwind from 5 units of SKU 1. */
export const contractPrice: ContractPrice = {
  id: 3,
  customerId: 7,
  skuId: 1,
  customerCode: 'C-1042',
  customerName: 'Northwind Supplies',
  sku: 'HB-10',
  skuName: 'Hex bolt',
  contractPrice: amount('7.50'),
  effectiveDate: day('2026-01-01'),
  expirationDate: null,
  minimumQuantity: 5,
  isActive: true,
  isExpired: false,
  createdAt: start,
  updatedAt: start,
  version: 1,
}

export const cachedRecords: CachedRecords = {
  customers: [northwind],
  skus: [skuOf(1, 'HB-10'), skuOf(2, 'HB-20', { tier2Price: null })],
  contractPrices: [contractPrice],
  isPartial: false,
}

/** The form of an order of Northwind with a line for each quantity of SKU 1. */
export function formOf(...quantities: readonly number[]): OrderForm {
  const sku = chosenSku(skuOf(1, 'HB-10'))
  let form = withCustomer(emptyForm(), chosenCustomer(northwind))
  for (const [index, quantity] of quantities.entries()) {
    if (index > 0) form = withItem(form)
    const key = form.lines[index]?.key ?? 0
    form = withLine(withSku(form, key, sku), key, { quantity: String(quantity) })
  }
  return form
}

/** An order of two units that waits to be sent; the person saw 8.00 each and 10 available. */
export function waitingOrder(fields: Partial<UnsentOrder> = {}): UnsentOrder {
  const orderForm = formOf(2)
  return {
    id: 'key-1',
    userId: 5,
    orderForm,
    seen: estimateOrder(cachedRecords, orderForm, testDay),
    enteredAt: 0,
    state: 'waiting',
    ...fields,
  }
}

type Figures = { price?: string; available?: number; requested?: number; total?: string }

/** What the server says of that order: approved as the person saw it, unless the figures differ. */
export function validationOf(
  { price = '8.00', available = 10, requested = 2, total = '21.60' }: Figures = {},
  fields: Partial<OrderValidation> = {},
): OrderValidation {
  const shortfall = Math.max(0, requested - available)
  const totalPrice = amount('16.00')
  return {
    orderApproved: true,
    credit: { approved: true, availableCredit: amount('1000.00') },
    stock: {
      available: shortfall === 0,
      stockStatus: [{ skuId: 1, available, requested, shortfall }],
    },
    pricing: {
      subtotal: totalPrice,
      taxAmount: amount('0.60'),
      shippingAmount: amount('5.00'),
      total: amount(total),
      lineItems: [
        {
          skuId: 1,
          quantity: requested,
          unitPrice: amount(price),
          priceSource: 'tier2',
          totalPrice,
        },
      ],
    },
    ...fields,
  }
}
