import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { addDays, type Day, today } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { openFeed } from '#platform/server/lists/change-feed.ts'
import { type AutomaticName, isSentByCompany, staleDays, statementsDue } from '../../rules.ts'
import * as store from './queue-store.ts'

type Place = { position: number; id: number }

/**
 * Turns the events of the outbox into automatic emails, up to 500 events at once, in the
 * transaction that notes how far it came; so each event counts once, whatever ends the program.
 * One node does so at a time. It reads only what no open transaction can still come before. The
 * documents of more than a week ago are not emailed, such as those of an import.
 */
export async function queueFromEvents(ctx: Context): Promise<void> {
  const [feed] = await rows<{ hasEvents: boolean }>(ctx.db, store.readFeed)
  if (!feed) {
    const { finalPosition } = await openFeed(ctx.db)
    await rows(ctx.db, store.startFeed, [finalPosition])
    return
  }
  if (!feed.hasEvents) return
  const settings = await readSettings(ctx)
  const oldest = addDays(today(ctx.now, settings.businessTimeZone), -staleDays)
  await inTransaction(ctx, async (inner) => {
    const [place] = await rows<Place>(inner.db, store.lockFeed)
    if (!place) return
    const { finalPosition } = await openFeed(inner.db)
    const from = [place.position, place.id]
    const [last] = await rows<Place>(inner.db, store.readLastOfEvents, [...from, finalPosition])
    if (!last) return
    const to = [last.position, last.id]
    await queueBetween(inner, { from, to, settings, oldest })
    await rows(inner.db, store.moveFeed, to)
  })
}

type Range = { from: number[]; to: number[]; settings: Settings; oldest: Day }

/** Queues what the events of a range ask for; changes after what they change. */
async function queueBetween({ db }: Context, range: Range): Promise<void> {
  const { from, to, settings, oldest } = range
  const valuesFor = (name: AutomaticName) => [
    ...from,
    ...to,
    isSentByCompany(settings, name),
    oldest,
  ]
  await rows(db, store.acceptedOrders, valuesFor('order-confirmation'))
  await rows(db, store.changedOrders, valuesFor('order-confirmation'))
  await rows(db, store.shipments, valuesFor('shipment-notice'))
  await rows(db, store.invoices, valuesFor('invoice'))
  await rows(db, store.reminders, valuesFor('dunning-letter'))
  await rows(db, store.purchaseOrders, valuesFor('purchase-order'))
  await rows(db, store.changedPurchaseOrders, valuesFor('purchase-order'))
}

/**
 * Queues the monthly statements whose day has come. A repeated run adds none: a customer gets the
 * statement of a month once.
 */
export async function queueStatements(ctx: Context): Promise<void> {
  const settings = await readSettings(ctx)
  const businessDay = today(ctx.now, settings.businessTimeZone)
  const isSent = isSentByCompany(settings, 'statement')
  for (const days of statementsDue(businessDay)) {
    const { version, from, to } = days.period
    const values = [isSent, days.from, days.to, settings.statementDay, version, from, to]
    // At most two, one after another.
    // oxlint-disable-next-line no-await-in-loop
    await rows(ctx.db, store.queueStatements, values)
  }
}
