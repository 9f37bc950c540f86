import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../database/db.ts'
import type { Download, Stream } from '../http/route.ts'
import { createTaskQueue } from '../jobs/per-user-queue.ts'
import { onceEnded } from '../operations/request-end.ts'

// Whole lists and exported files are read and sent in chunks, however long that takes.

const concurrency = 8
const mostWaiting = 200
/** A list of up to this many rows is short enough to be sent without waiting for a turn. */
const shortRows = 1000

/**
 * Queues whole lists: one per user and eight in total. A turn ends when the response is sent or the
 * connection closes.
 */
export function createFullListTurns() {
  const turnOf = createTaskQueue({ concurrency, waiting: mostWaiting })
  return async (user: Actor | undefined, answer: unknown, reply: FastifyReply): Promise<void> => {
    if (!isLong(answer)) return
    const onDisconnect = (cancel: () => void) => onceEnded(reply, cancel)
    const endTurn = await turnOf(user?.id ?? 0, { onClientDisconnect: onDisconnect })
    onceEnded(reply, endTurn)
  }
}

function isLong(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  if ('stream' in answer) {
    const { total, isAtLeast } = answer as Stream<unknown>
    return total === undefined || isAtLeast === true || total > shortRows
  }
  return 'pieces' in answer && (answer as Download).mediaType.startsWith('text/csv')
}

/** Yields to the event loop between chunks, so that other requests are served. */
export async function* yieldBetweenChunks<Piece>(
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}
