import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../database/db.ts'
import type { Download, Stream } from '../http/route.ts'
import { createTurns } from '../jobs/turns.ts'

// Whole lists and files of lists are read and sent in pieces, for as long as that takes.

const atOnce = 8
const mostWaiting = 200
/** A list of so few rows is one piece, which keeps nobody waiting. */
const shortRows = 1000

/**
 * Has whole lists sent in turns: one of each person and eight in all. A turn ends with the answer,
 * or with the connection of who does not read it.
 */
export function createWholeTurns() {
  const turnOf = createTurns({ atOnce, waiting: mostWaiting })
  return async (user: Actor | undefined, answer: unknown, reply: FastifyReply): Promise<void> => {
    if (!isLong(answer)) return
    const onGone = (cancel: () => void) => reply.raw.once('close', cancel)
    const endTurn = await turnOf(user?.id ?? 0, { onGone })
    if (reply.raw.closed || reply.raw.destroyed) endTurn()
    else reply.raw.once('close', endTurn)
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

/** The pieces of an answer, between which others are served. */
export async function* givingWay<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}
