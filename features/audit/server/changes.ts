import { type Context, rows } from '#platform/server/database/db.ts'
import type { Change } from '../contract.ts'
import {
  type AuditEntry,
  type ChangeProbe,
  pollChanges,
  nextPoll,
  overlap,
  type PollResult,
} from './change-poller.ts'

const looksPerHeartbeat = 8

const readNewest = {
  name: 'read_newest_act',
  text: 'select coalesce(max(id), 0) as id from audit_log',
}

const nothing: PollResult = { acts: [], standings: new Map() }

type Listening = {
  looks: readonly ChangeProbe[]
  since: number | undefined
  isStream: boolean
  stopping: AbortSignal
  /** True while the session of the caller is alive. */
  isSignedIn: () => Promise<boolean>
  /** True if the caller may receive changes to this kind of record. */
  mayHear: (entity: string) => boolean
}

/**
 * Streams the changes of other users as events and, for streaming clients, the probes' changes for
 * the caller. All listeners share one poll every two seconds; a periodic comment is the heartbeat
 * that prevents proxies from closing the connection. Ends on shutdown, disconnect or sign-out, and
 * after one poll for clients that do not stream.
 */
export async function* listenToChanges(
  ctx: Context,
  { looks, since = 0, isStream, stopping, isSignedIn, mayHear }: Listening,
): AsyncGenerator<string> {
  const userId = ctx.user?.id ?? 0
  const [newest] = await rows<{ id: number }>(ctx.db, readNewest)
  let last = Math.min(since || Infinity, newest?.id ?? 0)
  const heard = isStream ? looks : []
  const now = () => pollChanges(ctx, [{ userId, last }], heard)
  const first = isStream || since === 0 ? await now() : nothing
  const seen = new Set(since === 0 ? first.acts.map(({ id }) => id) : [])
  const movedIn = movesFor(userId, first, since > 0)
  yield `retry: 5000\nevent: ready\nid: ${last}\ndata: []\n\n`
  let found: PollResult | undefined = await now()
  for (let look = 1; found && !stopping.aborted && (await isSignedIn()); look++) {
    const from = Math.max(since, last - overlap)
    const fresh = found.acts.filter(({ id }) => id > from && !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    last = Math.max(last, ...fresh.map(({ id }) => id))
    for (const id of seen) if (id <= last - overlap) seen.delete(id)
    const heardOf = fresh.filter((act) => mayHear(act.of))
    const changes = [...countsOf(heardOf, ctx.user?.id), ...movedIn(found)]
    // The first poll returns what changed while the client was disconnected.
    const kind = look === 1 && since > 0 ? 'event: missed\n' : ''
    if (changes.length > 0) yield `${kind}id: ${last}\ndata: ${JSON.stringify(changes)}\n\n`
    else if (look % looksPerHeartbeat === 0) yield ': still here\n\n'
    if (!isStream) return
    found = await nextPoll(ctx, { userId, last, looks, stopping })
  }
}

/**
 * Returns a function that lists the probes whose state changed for a user since the last poll. A
 * reconnecting client is told at once about open states.
 */
function movesFor(
  userId: number,
  first: PollResult,
  isBack: boolean,
): (seen: PollResult) => Change[] {
  const known = new Map<ChangeProbe, string>()
  for (const [look, standings] of first.standings) {
    const { state = '', isOpen = false } = standings.get(userId) ?? {}
    if (!isBack || !isOpen) known.set(look, state)
  }
  return (seen) =>
    [...seen.standings].flatMap(([look, standings]) => {
      const standing = standings.get(userId)
      if (!standing || known.get(look) === standing.state) return []
      known.set(look, standing.state)
      return [{ entity: look.entity, count: standing.count }]
    })
}

/** Counts the changes of other users by kind of record, highest count first. */
function countsOf(acts: readonly AuditEntry[], userId: number | undefined): Change[] {
  const counts = new Map<Change['entity'], number>()
  for (const { entity, actorId } of acts) {
    if (actorId === null || actorId !== userId) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  }
  const changes = [...counts].map(([entity, count]) => ({ entity, count }))
  return changes.sort((one, other) => other.count - one.count)
}
