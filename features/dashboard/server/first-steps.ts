import { demoNames } from '#features/auth/demo-accounts.ts'
import { isCompanyComplete } from '#features/settings/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { readConnection, type WmsConfig } from '#features/wms-integration/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { BeginForm, FirstSteps } from '../contract.ts'
import * as store from './first-steps-store.ts'
import { demoAccountOf, demoSteps } from '../rules.ts'

type Facts = Omit<FirstSteps, 'beginning' | 'steps' | 'hasCompany' | 'hasWarehouse'> & {
  state: Exclude<FirstSteps['beginning'], 'open'> | null
}

/** Reads the setup progress from the existing records; there are no manual checkmarks. */
export async function readFirstSteps(ctx: Context, config: WmsConfig): Promise<FirstSteps> {
  const [found] = await rows<Facts>(ctx.db, store.readFacts, [ctx.user?.id ?? 0])
  if (!found) throw new Error('The facts of the first steps are one row')
  const { state, ...facts } = found
  const { url, unreachableSince } = await readConnection(ctx, config)
  return {
    ...facts,
    beginning: state ?? 'open',
    steps: demoSteps,
    hasCompany: isCompanyComplete(await readSettings(ctx)),
    hasWarehouse: url !== null && unreachableSince === null,
  }
}

/** Hides the card for the current user in all browsers, or shows it again. */
export function hideFirstSteps(
  ctx: Context,
  { isHidden, config }: { isHidden: boolean; config: WmsConfig },
): Promise<FirstSteps> {
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, isHidden ? store.hide : store.show, [ctx.user?.id])
    return readFirstSteps(inner, config)
  })
}

type Choice = { form: BeginForm; config: WmsConfig }

/**
 * Starts the business empty, or queues the demo data for the worker. Throws 409 if the business has
 * records, if the demo data is queued or loaded, or if `seen` is no longer the current state: the
 * first of two concurrent choices wins.
 */
export function startBusiness(ctx: Context, { form, config }: Choice): Promise<FirstSteps> {
  const { with: choice, seen } = form
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, store.lockFirstSteps)
    const facts = await readFirstSteps(inner, config)
    const { beginning } = facts
    if (beginning === 'wanted') throw demoAlreadyLoading()
    if (beginning === choice) return facts
    if (beginning === 'loaded') throw demoAlreadyLoaded()
    if (seen !== undefined && seen !== beginning) throw startStateChanged(beginning)
    if (choice === 'demo') await requireEmptyBusiness(inner)
    const state = choice === 'demo' ? 'wanted' : 'empty'
    const inserted = await rows(inner.db, store.insertStart, [state, ctx.user?.id])
    if (inserted.length === 0) throw demoAlreadyLoading()
    return readFirstSteps(inner, config)
  })
}

/** Throws 409 with the reason if the demo data can no longer be loaded. */
export async function requireEmptyBusiness(ctx: Context): Promise<void> {
  const accounts = demoNames.map(demoAccountOf)
  const names = accounts.map(({ username }) => username)
  const emails = accounts.map(({ email }) => email)
  const [found] = await rows<{ whyNot: string | null }>(ctx.db, store.readDemoRefusal, [
    names,
    emails,
  ])
  if (found?.whyNot) throw new Refusal('refused', 'business-not-empty', found.whyNot)
}

function demoAlreadyLoaded(): Refusal {
  return new Refusal('refused', 'business-not-empty', 'The demo data has already been loaded')
}

function startStateChanged(beginning: FirstSteps['beginning']): Refusal {
  const sentence =
    beginning === 'empty'
      ? 'Someone else just started with an empty database'
      : 'Someone else tried to load the demo data, but it failed'
  return new Refusal(
    'conflict',
    'begun-meanwhile',
    `${sentence}. Choose again if you still want this`,
  )
}

function demoAlreadyLoading(): Refusal {
  return new Refusal('conflict', 'demo-loading', 'The demo data is being loaded')
}
