import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Route } from '#platform/server/http/route.ts'
import { changeWantedKinds } from '#features/notifications/server/service.ts'
import { type StoredChoice, type LeaveForm, type BackgroundReport } from '../contract.ts'
import { readStoredChoice, readStoredReport, whyNoChoice } from './stored-report.ts'
import { callOf } from './background-reports.ts'
import { mostWaiting } from '../rules.ts'
import * as store from './store.ts'

/**
 * How the signed-in user made a report last; null where that is no way to make one any more, and
 * where something is stored, the sentence that says why.
 */
export async function readReportChoice(ctx: Context): Promise<StoredChoice> {
  const [found] = await rows<{ choice: unknown }>(ctx.db, store.readChoice, [ownerOf(ctx).id])
  const choice = readStoredChoice(found?.choice)
  if (choice || !found) return { choice: choice ?? null }
  return { choice: null, whyNot: whyNoChoice(found.choice) }
}

/** Keeps how the signed-in user makes a report; what was kept before is gone. */
export function saveReportChoice(ctx: Context, choice: LeaveForm['choice']): Promise<StoredChoice> {
  return inTransaction(ctx, async (inner) => {
    await upsertChoice(inner, choice)
    return { choice }
  })
}

/**
 * Has a report made in the background for the signed-in user, who is told when it is ready. Refuses
 * reports that the role may not make, days in the wrong order, and more than five at a time; one
 * that waits already is answered and not made twice.
 */
export function runReportInBackground(
  ctx: Context,
  { form, routes }: { form: LeaveForm; routes: readonly Route[] },
): Promise<BackgroundReport> {
  return inTransaction(ctx, async (inner) => {
    const user = ownerOf(inner)
    const { choice, days, query } = form
    const turned = [{ path: 'days.to', message: 'Must not be before the first day' }]
    if (days.to < days.from) throw invalid(turned)
    callOf(routes, { report: choice.report, query, user })
    await rows(inner.db, store.lockBackgroundReports, [user.id])
    // Who asks to be told wants to be told.
    await changeWantedKinds(inner, { reports: true })
    await upsertChoice(inner, choice)
    const asked = [choice, days, query].map((each) => JSON.stringify(each))
    const same = [user.id, choice.report, asked[2]]
    const [waiting] = await rows<{ waiting: number; same: number | null }>(
      inner.db,
      store.countWaiting,
      same,
    )
    if (waiting?.same) return readLeftReport(inner, { id: waiting.same, routes })
    if ((waiting?.waiting ?? 0) >= mostWaiting) throw tooMany()
    const values = [user.id, ...asked, inner.now.toISOString()]
    const [made] = await rows<{ id: number }>(inner.db, store.addLeft, values)
    return readLeftReport(inner, { id: made?.id ?? 0, routes })
  })
}

/** A report of the signed-in user's own; refuses one that the role may not make any more. */
export async function readLeftReport(
  ctx: Context,
  { id, routes }: { id: number; routes: readonly Route[] },
): Promise<BackgroundReport> {
  const user = ownerOf(ctx)
  const [found] = await rows<BackgroundReport & { answer: string | null }>(ctx.db, store.readLeft, [
    id,
    user.id,
  ])
  if (!found) throw missing('That report')
  const { choice, days } = readStoredReport(found)
  callOf(routes, { report: choice.report, user })
  return { ...found, choice, days, answer: found.answer === null ? null : JSON.parse(found.answer) }
}

async function upsertChoice(ctx: Context, choice: LeaveForm['choice']): Promise<void> {
  const values = [ownerOf(ctx).id, JSON.stringify(choice), ctx.now.toISOString()]
  await rows(ctx.db, store.upsertReportChoice, values)
}

function ownerOf({ user }: Context) {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user
}

function tooMany(): Refusal {
  const sentence = `${mostWaiting} of your reports are being made. Wait for one of them`
  return new Refusal('refused', 'too-many-reports', sentence)
}
