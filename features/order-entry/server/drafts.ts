import { moment } from '#platform/kernel/days.ts'
import { and, desc, eq } from 'drizzle-orm'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { SavedDraft } from '../contract.ts'
import { orderDrafts } from './tables.ts'

const maxDrafts = 50
const maxFormBytes = 200_000

type DraftRequest = {
  id?: number | undefined
  title?: string | null | undefined
  form: SavedDraft['form']
}

/** The current user's drafts, newest first. */
export async function listOrderDrafts(ctx: Context): Promise<SavedDraft[]> {
  const found = await ctx.db
    .select()
    .from(orderDrafts)
    .where(eq(orderDrafts.userId, userIdOf(ctx)))
    .orderBy(desc(orderDrafts.updatedAt))
    .limit(maxDrafts)
  return found.map(toWire)
}

/**
 * Saves a draft exactly as typed; with an id it replaces that draft of the current user. Throws 422
 * if the draft is too large, 404 if there is no draft with that id.
 */
export async function saveOrderDraft(
  ctx: Context,
  { id, title, form }: DraftRequest,
): Promise<SavedDraft> {
  guardFormSize(form)
  const values = { title: title ?? '', form, updatedAt: moment(ctx.now) }
  const [saved] =
    id === undefined
      ? await ctx.db
          .insert(orderDrafts)
          .values({ ...values, userId: userIdOf(ctx) })
          .returning()
      : await ctx.db.update(orderDrafts).set(values).where(ownDraft(ctx, id)).returning()
  if (!saved) throw missing('That draft')
  return toWire(saved)
}

/** Throws 422 if the fields of an order are too large to store. */
export function guardFormSize(form: SavedDraft['form']): void {
  if (JSON.stringify(form).length <= maxFormBytes) return
  throw invalid([{ path: 'form', message: 'This draft is too large to save' }])
}

/** Deletes a draft of the current user. Throws 404 if there is none. */
export async function deleteOrderDraft(ctx: Context, id: number): Promise<void> {
  const deleted = await ctx.db.delete(orderDrafts).where(ownDraft(ctx, id)).returning()
  if (deleted.length === 0) throw missing('That draft')
}

function ownDraft(ctx: Context, id: number) {
  return and(eq(orderDrafts.id, id), eq(orderDrafts.userId, userIdOf(ctx)))
}

function userIdOf(ctx: Context): number {
  if (!ctx.user) throw missing('That draft')
  return ctx.user.id
}

function toWire(row: typeof orderDrafts.$inferSelect): SavedDraft {
  const { id, title, form, updatedAt } = row
  return { id, title, form: form as SavedDraft['form'], updatedAt }
}
