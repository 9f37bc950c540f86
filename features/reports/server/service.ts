import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Route } from '#platform/server/http/route.ts'
import { changeSubscribedKinds } from '#features/notifications/server/service.ts'
import { type StoredChoice, type BackgroundReportForm, type BackgroundReport } from '../contract.ts'
import { readStoredChoice, readStoredReport, whyNoChoice } from './read-stored-report-settings.ts'
import { callOf } from './background-reports.ts'
import { maxWaiting } from '../rules.ts'
import * as store from './store.ts'

/**
 * Returns the last report settings of the signed-in user. Returns null if there are none, or null
 * with a reason if the stored ones are no longer valid.
 */
export async function readReportChoice(ctx: Context): Promise<StoredChoice> {
  const [found] = await rows<{ choice: unknown }>(ctx.db, store.readChoice, [ownerOf(ctx).id])
  const choice = readStoredChoice(found?.choice)
  if (choice || !found) return { choice: choice ?? null }
  return { choice: null, whyNot: whyNoChoice(found.choice) }
}

/** Stores the report settings of the signed-in user, replacing the previous ones. */
export function saveReportChoice(
  ctx: Context,
  choice: BackgroundReportForm['choice'],
): Promise<StoredChoice> {
  return inTransaction(ctx, async (inner) => {
    await upsertChoice(inner, choice)
    return { choice }
  })
}

/**
 * Enqueues a background report for the signed-in user, who is notified when it is ready. Throws if
 * the role may not run it, the date range is invalid, or five reports are pending. Returns an
 * identical pending report instead of enqueuing a second one.
 */
export function runReportInBackground(
  ctx: Context,
  { form, routes }: { form: BackgroundReportForm; routes: readonly Route[] },
): Promise<BackgroundReport> {
  return inTransaction(ctx, async (inner) => {
    const user = ownerOf(inner)
    const { choice, days, query } = form
    const turned = [{ path: 'days.to', message: 'Must not be before the first day' }]
    if (days.to < days.from) throw invalid(turned)
    callOf(routes, { report: choice.report, query, user })
    await rows(inner.db, store.lockBackgroundReports, [user.id])
    // Requesting a background report turns the report notifications on.
    await changeSubscribedKinds(inner, { reports: true })
    await upsertChoice(inner, choice)
    const texts = [choice, days, query].map((each) => JSON.stringify(each))
    const same = [user.id, choice.report, texts[2]]
    const [waiting] = await rows<{ waiting: number; same: number | null }>(
      inner.db,
      store.countWaiting,
      same,
    )
    if (waiting?.same) return readBackgroundReport(inner, { id: waiting.same, routes })
    if ((waiting?.waiting ?? 0) >= maxWaiting) throw tooMany()
    const values = [user.id, ...texts, inner.now.toISOString()]
    const [inserted] = await rows<{ id: number }>(inner.db, store.addReport, values)
    return readBackgroundReport(inner, { id: inserted?.id ?? 0, routes })
  })
}

/**
 * Returns a background report of the signed-in user. Throws 404 if it does not exist, and 403 if
 * the role may no longer run it.
 */
export async function readBackgroundReport(
  ctx: Context,
  { id, routes }: { id: number; routes: readonly Route[] },
): Promise<BackgroundReport> {
  const user = ownerOf(ctx)
  const [found] = await rows<BackgroundReport & { answer: string | null }>(
    ctx.db,
    store.readReport,
    [id, user.id],
  )
  if (!found) throw missing('That report')
  const { choice, days } = readStoredReport(found)
  callOf(routes, { report: choice.report, user })
  return { ...found, choice, days, answer: found.answer === null ? null : JSON.parse(found.answer) }
}

async function upsertChoice(ctx: Context, choice: BackgroundReportForm['choice']): Promise<void> {
  const values = [ownerOf(ctx).id, JSON.stringify(choice), ctx.now.toISOString()]
  await rows(ctx.db, store.upsertReportChoice, values)
}

function ownerOf({ user }: Context) {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user
}

function tooMany(): Refusal {
  const sentence = `${maxWaiting} of your reports are still running. Wait for one of them`
  return new Refusal('refused', 'too-many-reports', sentence)
}
