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
  /** Whether the session of the caller is still alive. */
  isSignedIn: () => Promise<boolean>
  /** Whether the caller may hear of records of a kind. */
  mayHear: (entity: string) => boolean
}

/**
 * What people other than the caller change, as events, and for who listens what the caller is told:
 * one look every two seconds, which all who listen share, and a comment now and then so that nobody
 * in between cuts the line. It ends when the program stops, when the caller goes or signs out, and
 * after one look for who does not listen.
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
    // What the first look finds happened before: while the caller did not listen.
    const kind = look === 1 && since > 0 ? 'event: missed\n' : ''
    if (changes.length > 0) yield `${kind}id: ${last}\ndata: ${JSON.stringify(changes)}\n\n`
    else if (look % looksPerHeartbeat === 0) yield ': still here\n\n'
    if (!isStream) return
    found = await nextPoll(ctx, { userId, last, looks, stopping })
  }
}

/**
 * Tells what stands otherwise for a user than at the look before. Who comes back is told at once of
 * what is open.
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

/** How many records of each kind others changed, the most first. */
function countsOf(acts: readonly AuditEntry[], userId: number | undefined): Change[] {
  const counts = new Map<Change['entity'], number>()
  for (const { entity, actorId } of acts) {
    if (actorId === null || actorId !== userId) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  }
  const changes = [...counts].map(([entity, count]) => ({ entity, count }))
  return changes.sort((one, other) => other.count - one.count)
}
