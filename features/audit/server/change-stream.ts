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

const pollsPerHeartbeat = 8

const readNewest = {
  name: 'read_newest_act',
  text: 'select coalesce(max(id), 0) as id from audit_log',
}

const emptyPoll: PollResult = { entries: [], states: new Map() }

type ListenOptions = {
  probes: readonly ChangeProbe[]
  since: number | undefined
  isStream: boolean
  stopping: AbortSignal
  /** True while the session of the caller is alive. */
  isSignedIn: () => Promise<boolean>
  /** True if the caller may receive changes to this kind of record. */
  mayReceive: (entity: string) => boolean
}

/**
 * Streams the changes of other users as events and, for streaming clients, the probes' changes for
 * the caller. All listeners share one poll every two seconds; a periodic comment is the heartbeat
 * that prevents proxies from closing the connection. Ends on shutdown, disconnect or sign-out, and
 * after one poll for clients that do not stream.
 */
export async function* listenToChanges(
  ctx: Context,
  { probes, since = 0, isStream, stopping, isSignedIn, mayReceive }: ListenOptions,
): AsyncGenerator<string> {
  const userId = ctx.user?.id ?? 0
  const [newestEntry] = await rows<{ id: number }>(ctx.db, readNewest)
  let lastId = Math.min(since || Infinity, newestEntry?.id ?? 0)
  const activeProbes = isStream ? probes : []
  const poll = () => pollChanges(ctx, [{ userId, last: lastId }], activeProbes)
  const first = isStream || since === 0 ? await poll() : emptyPoll
  const seenIds = new Set(since === 0 ? first.entries.map(({ id }) => id) : [])
  const changedProbes = probeChangesFor(userId, first, since > 0)
  yield `retry: 5000\nevent: ready\nid: ${lastId}\ndata: []\n\n`
  let found: PollResult | undefined = await poll()
  for (let pollNumber = 1; found && !stopping.aborted && (await isSignedIn()); pollNumber++) {
    const from = Math.max(since, lastId - overlap)
    const newEntries = found.entries.filter(({ id }) => id > from && !seenIds.has(id))
    for (const { id } of newEntries) seenIds.add(id)
    lastId = Math.max(lastId, ...newEntries.map(({ id }) => id))
    for (const id of seenIds) if (id <= lastId - overlap) seenIds.delete(id)
    const visibleEntries = newEntries.filter((entry) => mayReceive(entry.of))
    const changes = [...countsOf(visibleEntries, ctx.user?.id), ...changedProbes(found)]
    // The first poll returns what changed while the client was disconnected.
    const kind = pollNumber === 1 && since > 0 ? 'event: missed\n' : ''
    if (changes.length > 0) yield `${kind}id: ${lastId}\ndata: ${JSON.stringify(changes)}\n\n`
    else if (pollNumber % pollsPerHeartbeat === 0) yield ': still here\n\n'
    if (!isStream) return
    found = await nextPoll(ctx, { userId, last: lastId, looks: probes, stopping })
  }
}

/**
 * Returns a function that lists the probes whose state changed for a user since the last poll. A
 * reconnecting client is notified at once about open states.
 */
function probeChangesFor(
  userId: number,
  first: PollResult,
  isReconnect: boolean,
): (result: PollResult) => Change[] {
  const lastStates = new Map<ChangeProbe, string>()
  for (const [probe, states] of first.states) {
    const { state = '', isOpen = false } = states.get(userId) ?? {}
    if (!isReconnect || !isOpen) lastStates.set(probe, state)
  }
  return (result) =>
    [...result.states].flatMap(([probe, states]) => {
      const userState = states.get(userId)
      if (!userState || lastStates.get(probe) === userState.state) return []
      lastStates.set(probe, userState.state)
      return [{ entity: probe.entity, count: userState.count }]
    })
}

/** Counts the changes of other users by kind of record, highest count first. */
function countsOf(entries: readonly AuditEntry[], userId: number | undefined): Change[] {
  const counts = new Map<Change['entity'], number>()
  for (const { entity, actorId } of entries) {
    if (actorId === null || actorId !== userId) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  }
  const changes = [...counts].map(([entity, count]) => ({ entity, count }))
  return changes.sort((a, b) => b.count - a.count)
}
