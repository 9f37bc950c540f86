import type { DemoName } from '#features/auth/demo-accounts.ts'
import { createReminders, proposeReminders } from '#features/dunning/server/service.ts'
import {
  approveRequisition,
  cancelRequisition,
  rejectRequisition,
  submitRequisition,
} from '#features/requisitions/server/transitions.ts'
import { orderRequisition } from '#features/requisitions/server/order-requisition.ts'
import { createRequisition } from '#features/requisitions/server/service.ts'
import {
  createCertificate,
  notifyExpiringCertificates,
} from '#features/sourcing/server/certificates.ts'
import { createOffer } from '#features/sourcing/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { addDays, type Day, today } from '#platform/kernel/days.ts'
import { type Cents, decimal, prorate } from '#platform/kernel/money.ts'
import { type Actor, type Context, rows } from '#platform/server/database/db.ts'
import type { DemoPurchase } from '../purchases.ts'
import { requisitionOrders } from '../load-sizes.ts'

type Actors = Record<DemoName, Actor>

const offerCount = 24
const lettersSent = 12

/**
 * Recent buying and finance activity, each through its own use case: vendor price offers and
 * certificates, requisitions, and first letters of a dunning run.
 */
export async function writeBuying(
  ctx: Context,
  purchases: readonly DemoPurchase[],
  actors: Actors,
): Promise<void> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const as = (name: DemoName): Context => ({ ...ctx, user: actors[name] })
  const bought = latestBought(purchases)
  await writeOffers(as('purchasing'), bought)
  await writeCertificates(as('purchasing'), { vendors: vendorsOf(bought), date })
  await writeRequisitions(as, { bought, date })
  await writeReminders(as('finance'))
  await notifyExpiringCertificates(ctx)
  // Requisition notifications of this activity are deleted and all others marked as read. What is
  // still open is notified again after the load.
  await rows(ctx.db, deleteNotifications)
  await rows(ctx.db, markAllRead)
}

const deleteNotifications = {
  name: 'demo_put_news_away',
  text: `delete from notifications where link like '/requisitions%'`,
}

const markAllRead = {
  name: 'demo_read_all_news',
  text: 'update notifications set read_at = created_at where read_at is null',
}

type BoughtSku = { skuId: number; vendorId: number; unitPrice: Cents }

/** The most recently purchased SKUs, each once, with vendor and price. */
function latestBought(purchases: readonly DemoPurchase[]): BoughtSku[] {
  const found = new Map<number, BoughtSku>()
  for (const { vendor, lines } of purchases.toReversed()) {
    for (const { skuId, unitPrice } of lines) {
      if (!found.has(skuId)) found.set(skuId, { skuId, vendorId: vendor.id, unitPrice })
    }
  }
  return [...found.values()].slice(0, offerCount)
}

function vendorsOf(bought: readonly BoughtSku[]): number[] {
  return [...new Set(bought.map(({ vendorId }) => vendorId))]
}

/** An offer from the vendor of each SKU, and for every third SKU another at a 4 % higher price. */
async function writeOffers(ctx: Context, bought: readonly BoughtSku[]): Promise<void> {
  const vendors = vendorsOf(bought)
  for (const [index, { skuId, vendorId, unitPrice }] of bought.entries()) {
    const first = { rank: 1, unitPrice: decimal(unitPrice), leadTimeDays: 7 + (index % 8) }
    // Sequential, so that ids follow the order of entry.
    // oxlint-disable-next-line no-await-in-loop
    await createOffer(ctx, { vendorId, skuId, ...first, minimumQuantity: 10 })
    const other = vendors.find((id) => id !== vendorId)
    if (index % 3 !== 0 || other === undefined) continue
    const dearer = decimal((unitPrice + prorate(unitPrice, 4, 100)) as Cents)
    // oxlint-disable-next-line no-await-in-loop
    await createOffer(ctx, { vendorId: other, skuId, rank: 2, unitPrice: dearer })
  }
}

type CertificateSource = { vendors: readonly number[]; date: Day }

/** One expired certificate, one that expires within a month, and valid ones. */
async function writeCertificates(
  ctx: Context,
  { vendors, date }: CertificateSource,
): Promise<void> {
  const ends = [-12, 18, 240, 410]
  for (const [index, days] of ends.entries()) {
    const vendorId = vendors[index % vendors.length]
    if (vendorId === undefined) continue
    const name = index % 2 === 0 ? 'ISO 9001' : 'Liability insurance'
    const number = `C-${1040 + index}`
    const validFrom = addDays(date, days - 365)
    // oxlint-disable-next-line no-await-in-loop
    await createCertificate(ctx, {
      vendorId,
      name,
      number,
      validFrom,
      expiresOn: addDays(date, days),
    })
  }
}

const transitions = {
  approve: approveRequisition,
  reject: rejectRequisition,
  cancel: cancelRequisition,
  submit: submitRequisition,
}

type DemoRequisition = {
  reason: string
  verbs: readonly (keyof typeof transitions)[]
  isOrdered?: true
}

const demoRequisitions: readonly DemoRequisition[] = [
  { reason: 'Stock for a new customer', verbs: [] },
  { reason: 'Repairs in the warehouse', verbs: ['submit'] },
  { reason: 'Stock for the spring sale', verbs: ['submit'] },
  { reason: 'The shelf is nearly empty', verbs: ['submit', 'approve'] },
  { reason: 'Trade fair samples', verbs: ['submit', 'reject'] },
  { reason: 'Stock for a large quote', verbs: ['submit', 'cancel'] },
  { reason: 'Supplies for the warehouse', verbs: ['submit', 'approve'], isOrdered: true },
]

/** Requisitions of sales and the warehouse, in most statuses. */
async function writeRequisitions(
  as: (name: DemoName) => Context,
  { bought, date }: { bought: readonly BoughtSku[]; date: Day },
): Promise<void> {
  for (const [index, { reason, verbs, isOrdered }] of demoRequisitions.entries()) {
    const by = index % 2 === 0 ? 'warehouse' : 'sales'
    const remaining = bought.slice(index * 2)
    const requested = isOrdered ? ofVendors(remaining, requisitionOrders) : remaining.slice(0, 2)
    const lines = requested.map(({ skuId, vendorId }) => ({
      skuId,
      vendorId,
      quantity: 20 + index * 5,
      neededBy: addDays(date, 21 + index),
    }))
    // oxlint-disable-next-line no-await-in-loop
    const { id, items } = await createRequisition(as(by), { reason, items: lines })
    for (const verb of verbs) {
      const isDecision = verb === 'approve' || verb === 'reject'
      const why = verb === 'reject' ? 'Not before the next quarter' : undefined
      const form = { reason: why, ifMatch: undefined }
      // oxlint-disable-next-line no-await-in-loop
      await transitions[verb](as(isDecision ? 'admin' : by), id, form)
    }
    if (!isOrdered) continue
    const ordered = items.flatMap(({ id: itemId, skuId, vendorId, quantity }) => {
      const found = requested.find((each) => each.skuId === skuId)
      if (!found || skuId === null || vendorId === null) return []
      return [{ itemId, skuId, vendorId, quantity, unitPrice: decimal(found.unitPrice) }]
    })
    // oxlint-disable-next-line no-await-in-loop
    await orderRequisition(as('purchasing'), id, { lines: ordered, ifMatch: undefined })
  }
}

/** One SKU of each of `count` vendors. */
function ofVendors(bought: readonly BoughtSku[], count: number): BoughtSku[] {
  const vendors = vendorsOf(bought).slice(0, count)
  return vendors.flatMap((id) => bought.find(({ vendorId }) => vendorId === id) ?? [])
}

/** First dunning letters to the customers who owe most. */
async function writeReminders(ctx: Context): Promise<void> {
  const proposed = await proposeReminders(ctx)
  const letters = proposed.slice(0, lettersSent).map(({ customerId, invoices }) => {
    return { customerId, invoiceIds: invoices.map(({ invoiceId }) => invoiceId) }
  })
  if (letters.length > 0) await createReminders(ctx, { letters })
}
