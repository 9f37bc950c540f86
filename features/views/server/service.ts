import { and, eq, sql } from 'drizzle-orm'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { SavedView, ViewForm } from '../contract.ts'
import { type ViewedList, viewedLists } from '../rules.ts'
import { readStoredView } from './parse-saved-view.ts'
import { savedViews } from './tables.ts'

// Also exported to other rooms:
export { readStoredView } from './parse-saved-view.ts'

const mostOfAList = 50

/**
 * The saved views of one or all lists: the user's own and shared ones. A view this version cannot
 * read is returned with the reason. Views of lists unknown to this version stay in the database;
 * System Health lists them.
 */
export async function listViews(ctx: Context, list: ViewedList | undefined): Promise<SavedView[]> {
  const values = [ownerOf(ctx), list ?? null, viewedLists]
  const found = await rows<SavedView & { search: unknown }>(ctx.db, readViews, values)
  return found.map((view) => ({ ...view, ...readStoredView(view.search) }))
}

/**
 * Creates a saved view. Rejects a name the user already has for the list, and more than fifty per
 * list.
 */
export function createView(ctx: Context, form: ViewForm): Promise<SavedView> {
  return inTransaction(ctx, async (inner) => {
    const ownerId = ownerOf(inner)
    await rows(inner.db, lockViews, [ownerId])
    const views = await listViews(inner, form.list)
    if (views.filter(({ isMine }) => isMine).length >= mostOfAList) throw tooMany()
    if (form.isDefault) await clearDefault(inner, form.list)
    const inserted = await mapConstraintErrors({ view_name_taken: nameAlreadyUsed }, () =>
      inner.db
        .insert(savedViews)
        .values({ ...form, ownerId })
        .returning({ id: savedViews.id }),
    )
    return find(inner, inserted[0]?.id ?? 0)
  })
}

/** Updates one of the user's own views; others are reported as missing. */
export function updateView(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: Partial<ViewForm>; ifMatch: number | undefined },
): Promise<SavedView> {
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockViews, [ownerOf(inner)])
    const before = await find(inner, id)
    guardVersion(before, ifMatch)
    if (form.isDefault) await clearDefault(inner, before.list)
    await mapConstraintErrors({ view_name_taken: nameAlreadyUsed }, () =>
      inner.db
        .update(savedViews)
        .set({ ...form, updatedAt: sql`now()`, version: sql`${savedViews.version} + 1` })
        .where(eq(savedViews.id, id)),
    )
    return find(inner, id)
  })
}

/** Deletes one of the user's own views. */
export function deleteView(ctx: Context, id: number, ifMatch: number | undefined): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockViews, [ownerOf(inner)])
    guardVersion(await find(inner, id), ifMatch)
    await inner.db.delete(savedViews).where(eq(savedViews.id, id))
  })
}

/** Advisory lock that serializes changes to one user's views. */
const lockViews = {
  name: 'views_take_turn',
  text: 'select pg_advisory_xact_lock(727276, $1)',
}

const readViews = {
  name: 'read_views',
  text: `select v.id, v.list, v.name, v.search, v.is_shared as "isShared",
           (v.is_default and v.owner_id = $1) as "isDefault", (v.owner_id = $1) as "isMine",
           u.username as owner, v.version
         from saved_views v join users u on u.id = v.owner_id
         where (v.owner_id = $1 or (v.is_shared and u.is_active))
           and ($2::text is null or v.list = $2) and v.list = any($3)
         order by (v.owner_id = $1) desc, lower(v.name), v.id`,
}

async function find(ctx: Context, id: number): Promise<SavedView> {
  const views = await listViews(ctx, undefined)
  const view = views.find((each) => each.id === id && each.isMine)
  if (!view) throw missing('That view')
  return view
}

async function clearDefault(ctx: Context, list: ViewedList): Promise<void> {
  const isOwnView = and(eq(savedViews.ownerId, ownerOf(ctx)), eq(savedViews.list, list))
  await ctx.db
    .update(savedViews)
    .set({ isDefault: false, version: sql`${savedViews.version} + 1` })
    .where(and(isOwnView, eq(savedViews.isDefault, true)))
}

function ownerOf({ user }: Context): number {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user.id
}

function nameAlreadyUsed(): Refusal {
  return new Refusal('conflict', 'duplicate-view', 'You already have a view with that name', [
    { path: 'name', message: 'Already taken' },
  ])
}

function tooMany(): Refusal {
  const sentence = `You have ${mostOfAList} views of this list. Delete one first`
  return new Refusal('refused', 'too-many-views', sentence)
}
