import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../database/db.ts'
import type { Route } from '../http/route.ts'
import { createTurns } from '../jobs/turns.ts'

// What is searched for is looked for one thing at a time for each person, so that many searches of
// one keep nobody else waiting.

/** How many searches of one person may wait. */
const mostWaiting = 200

type Searching = { ctx: Context; request: FastifyRequest; reply: FastifyReply }

/**
 * Has searches done in turns: one of each person at a time. Who goes away while waiting is left
 * out. Where the newest alone counts, a person's next one in a browser takes the place of what
 * waits; programs wait in line. Refuses with 429 what is replaced, or would wait behind too many.
 */
export function createSearchTurns() {
  const settings = { atOnce: Number.POSITIVE_INFINITY, waiting: mostWaiting }
  const [inLine, newest] = [createTurns(settings), createTurns(settings)]
  return async <R>(
    { endpoint, isNewestOnly = false }: Route,
    { ctx, request, reply }: Searching,
    work: () => Promise<R>,
  ): Promise<R> => {
    if (endpoint.method !== 'GET' || !hasWords(request)) return work()
    const turnOf = isNewestOnly ? newest : inLine
    const endTurn = await turnOf(ctx.user?.id ?? 0, {
      replaces: isNewestOnly && ctx.channel === 'web',
      onGone: (cancel) => reply.raw.once('close', cancel),
    })
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}

function hasWords({ query }: FastifyRequest): boolean {
  const { q } = query as { q?: unknown }
  return q !== undefined && q !== ''
}
