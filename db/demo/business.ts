import type { Charges } from '#features/pricing/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { addDays, today } from '#platform/kernel/days.ts'
import { cents, sum, zero } from '#platform/kernel/money.ts'
import { hourMs, workingDays } from './calendar.ts'
import { buildBills } from './bills.ts'
import { buildContractPrices } from './contract-prices.ts'
import { type DemoCustomer, assignCreditLimits, buildCustomers } from './customers.ts'
import { buildOrders } from './orders.ts'
import { requisitionOrders, type Size } from './load-sizes.ts'
import { buildPayments } from './vendor-payments.ts'
import { balancesOf, buildReceivables } from './receivables.ts'
import { buildPurchases } from './purchases.ts'
import { buildReturns } from './returns.ts'
import { buildSkus } from './skus.ts'
import { bookStock } from './stock-movements.ts'
import { valueHistory } from './stock-values.ts'
import { buildVendors } from './vendors.ts'

export type Business = ReturnType<typeof buildBusiness>

/** The whole demo business in memory. Deterministic for a given moment, size and settings. */
export function buildBusiness(now: Date, size: Size, settings: Settings) {
  const date = today(now, settings.businessTimeZone)
  const start = Date.parse(`${addDays(date, -size.days)}T12:00:00Z`)
  const customers = buildCustomers(size)
  const vendors = buildVendors(size.vendors)
  const skus = buildSkus(size.skus)
  const agreements = buildContractPrices(size.contractPrices, { customers, skus, date })
  const days = workingDays(now, { zone: settings.businessTimeZone, size })
  const orders = buildOrders({
    customers,
    skus,
    agreements,
    days,
    pending: size.pending,
    inWarehouse: size.inWarehouse,
    now,
    chargesOf: (customer) => chargesOf(customer, settings),
  })
  const purchases = buildPurchases({
    vendors,
    skus,
    days,
    now: now.getTime(),
    count: size.purchases - requisitionOrders,
    awaited: size.awaited,
  })
  const bills = buildBills({ purchases, skus, now: now.getTime() })
  const payments = buildPayments(bills, now.getTime())
  const payables = { bills, payments }
  const returns = buildReturns({
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
  const receivables = buildReceivables(orders, { returns, now: now.getTime() })
  const balances = balancesOf(receivables)
  for (const customer of customers) {
    customer.exposure = sum([customer.exposure, balances.get(customer.id) ?? zero])
  }
  const lowered = assignCreditLimits(customers, size)
  const history = orders.filter((order) => order.status !== 'pending')
  const pending = orders.filter((order) => order.status === 'pending')
  const values = valueHistory({ skus, orders, purchases, bills, returns, moves })
  const masters = { customers, vendors, skus, agreements }
  const documents = { purchases, payables, returns, history, pending, receivables }
  return { start, ...masters, ...documents, moves, values, levels, lowered }
}

/** The demo database has no tax rate table yet, so the default rate applies everywhere. */
function chargesOf(customer: DemoCustomer, settings: Settings): Charges {
  return {
    taxRate: customer.taxExemptNumber === null ? settings.taxDefaultRate : '0',
    shippingFlat: cents(settings.shippingFlat),
    shippingFreeFrom: cents(settings.shippingFreeFrom),
  }
}
