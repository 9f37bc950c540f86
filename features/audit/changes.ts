import { setTimeout as pause } from 'node:timers/promises'
import { type Context, rows } from '#platform/server/db.ts'
import type { Change } from './contract.ts'

const lookEveryMs = 2000
const looksPerHeartbeat = 8
/** So many rows back a look begins: acts are committed in another order than they are numbered. */
const overlap = 200

type Act = { id: number; entity: Change['entity']; actorId: number | null }

const readNewest = {
  name: 'read_newest_act',
  text: 'select coalesce(max(id), 0) as id from audit_log',
}

const readActs = {
  name: 'read_acts_since',
  text: `select id, case when action like 'comment%' then 'comment' else entity end as entity,
           actor_id as "actorId" from audit_log
         where id > $1 order by id desc limit 1000`,
}

const readUnread = {
  name: 'read_unread_news',
  text: `select count(*)::int as count, max(created_at) as latest from notifications
         where user_id = $1 and read_at is null`,
}

/** What changes without an act of anybody, such as the exchange with the warehouse. */
export type Look = {
  entity: Change['entity']
  /** How it stands: any text, another one after every change. */
  standing: (ctx: Context) => Promise<string>
}

type Listening = {
  looks: readonly Look[]
  since: number | undefined
  isStream: boolean
  stopping: AbortSignal
  /** Whether the session of the caller is still alive. */
  isSignedIn: () => Promise<boolean>
}

/**
 * What people other than the caller change, as events, and for who listens what the caller is told:
 * one look every two seconds, a comment now and then so that nobody in between cuts the line. It
 * ends when the program stops, when the caller goes or signs out, and after one look for who does
 * not listen.
 */
export async function* changesFor(
  ctx: Context,
  { looks, since = 0, isStream, stopping, isSignedIn }: Listening,
): AsyncGenerator<string> {
  const [newest] = await rows<{ id: number }>(ctx.db, readNewest)
  let last = Math.min(since || Infinity, newest?.id ?? 0)
  const seen = new Set<number>()
  const tellNews = isStream ? await newsFor(ctx, since > 0) : () => []
  if (since === 0) for (const { id } of await actsAfter(ctx, last)) seen.add(id)
  const standings = new Map<Look, string>()
  if (isStream) await movedOf(ctx, looks, standings)
  yield `retry: 5000\nevent: ready\nid: ${last}\ndata: []\n\n`
  for (let look = 1; !stopping.aborted && (await isSignedIn()); look++) {
    const fresh = (await actsAfter(ctx, last)).filter(({ id }) => !seen.has(id) && id > since)
    for (const { id } of fresh) seen.add(id)
    last = Math.max(last, ...fresh.map(({ id }) => id))
    for (const id of seen) if (id <= last - overlap) seen.delete(id)
    const moved = isStream ? await movedOf(ctx, looks, standings) : []
    const news = await tellNews()
    const changes = [...countsOf(fresh, ctx.user?.id), ...moved, ...news]
    // What the first look finds happened before: while the caller did not listen.
    const kind = look === 1 && since > 0 ? 'event: missed\n' : ''
    if (changes.length > 0) yield `${kind}id: ${last}\ndata: ${JSON.stringify(changes)}\n\n`
    else if (look % looksPerHeartbeat === 0) yield ': still here\n\n'
    if (!isStream) return
    await pause(lookEveryMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/** What stands otherwise than at the last look, which is replaced by this one. */
async function movedOf(
  ctx: Context,
  looks: readonly Look[],
  standings: Map<Look, string>,
): Promise<Change[]> {
  const moved: Change[] = []
  for (const look of looks) {
    const standing = await look.standing(ctx)
    if (standings.has(look) && standings.get(look) !== standing) {
      moved.push({ entity: look.entity, count: 1 })
    }
    standings.set(look, standing)
  }
  return moved
}

/**
 * Tells how much the caller has not read, whenever that has changed: more of it, or read elsewhere.
 * Who comes back is told at once where there is something: it may have come meanwhile.
 */
async function newsFor(ctx: Context, isBack: boolean): Promise<() => Promise<Change[]>> {
  const look = async () => {
    const [unread] = await rows<{ count: number }>(ctx.db, readUnread, [ctx.user?.id ?? null])
    return { count: unread?.count ?? 0, state: JSON.stringify(unread) }
  }
  let known = isBack ? undefined : (await look()).state
  return async () => {
    const { count, state } = await look()
    const isNews = known === undefined ? count > 0 : state !== known
    known = state
    return isNews ? [{ entity: 'notification', count }] : []
  }
}

function actsAfter(ctx: Context, last: number): Promise<Act[]> {
  return rows<Act>(ctx.db, readActs, [Math.max(0, last - overlap)])
}

/** How many records of each kind others changed, the most first. */
function countsOf(acts: readonly Act[], userId: number | undefined): Change[] {
  const counts = new Map<Change['entity'], number>()
  for (const { entity, actorId } of acts) {
    if (actorId === null || actorId !== userId) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  }
  const changes = [...counts].map(([entity, count]) => ({ entity, count }))
  return changes.sort((one, other) => other.count - one.count)
}
