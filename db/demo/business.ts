import type { Charges } from '#features/pricing/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { addDays, today } from '#platform/kernel/days.ts'
import { cents, sum, zero } from '#platform/kernel/money.ts'
import { hourMs, workingDays } from './calendar.ts'
import { makeBills } from './bills.ts'
import { makeAgreements } from './contract-prices.ts'
import { type DemoCustomer, giveCredit, makeCustomers } from './customers.ts'
import { makeOrders } from './orders.ts'
import { requisitionOrders, type Size } from './size.ts'
import { makePayments } from './payments.ts'
import { balancesOf, makeReceivables } from './receivables.ts'
import { makePurchases } from './purchases.ts'
import { makeReturns } from './returns.ts'
import { makeSkus } from './skus.ts'
import { bookStock } from './stock.ts'
import { valueHistory } from './values.ts'
import { makeVendors } from './vendors.ts'

export type Business = ReturnType<typeof makeBusiness>

/** The whole demo business in memory: the same for the same moment, size and rules. */
export function makeBusiness(now: Date, size: Size, settings: Settings) {
  const date = today(now, settings.businessTimeZone)
  const start = Date.parse(`${addDays(date, -size.days)}T12:00:00Z`)
  const customers = makeCustomers(size)
  const vendors = makeVendors(size.vendors)
  const skus = makeSkus(size.skus)
  const agreements = makeAgreements(size.contractPrices, { customers, skus, date })
  const days = workingDays(now, { zone: settings.businessTimeZone, size })
  const orders = makeOrders({
    customers,
    skus,
    agreements,
    days,
    pending: size.pending,
    inWarehouse: size.inWarehouse,
    now,
    chargesOf: (customer) => chargesOf(customer, settings),
  })
  const purchases = makePurchases({
    vendors,
    skus,
    days,
    now: now.getTime(),
    count: size.purchases - requisitionOrders,
    awaited: size.awaited,
  })
  const bills = makeBills({ purchases, skus, now: now.getTime() })
  const payments = makePayments(bills, now.getTime())
  const payables = { bills, payments }
  const returns = makeReturns({
    orders,
    purchases,
    now: now.getTime(),
    count: size.returns,
  })
  const { moves, levels } = bookStock(orders, {
    skus,
    purchases,
    returns,
    low: size.lowStock,
    start: start + hourMs,
    now: now.getTime(),
  })
  for (const { customer, status, totals } of orders) {
    const isOpen = status === 'pending' || status === 'processing'
    if (isOpen) customer.exposure = sum([customer.exposure, totals.total])
  }
  const receivables = makeReceivables(orders, { returns, now: now.getTime() })
  const balances = balancesOf(receivables)
  for (const customer of customers) {
    customer.exposure = sum([customer.exposure, balances.get(customer.id) ?? zero])
  }
  const lowered = giveCredit(customers, size)
  const history = orders.filter((order) => order.status !== 'pending')
  const pending = orders.filter((order) => order.status === 'pending')
  const values = valueHistory({ skus, orders, purchases, bills, returns, moves })
  const masters = { customers, vendors, skus, agreements }
  const documents = { purchases, payables, returns, history, pending, receivables }
  return { start, ...masters, ...documents, moves, values, levels, lowered }
}

/** The demo database has no table of tax rates yet, so the default rate holds everywhere. */
function chargesOf(customer: DemoCustomer, settings: Settings): Charges {
  return {
    taxRate: customer.taxExemptNumber === null ? settings.taxDefaultRate : '0',
    shippingFlat: cents(settings.shippingFlat),
    shippingFreeFrom: cents(settings.shippingFreeFrom),
  }
}
