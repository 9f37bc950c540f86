import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../database/db.ts'
import type { Route } from '../http/route.ts'
import { createTaskQueue } from '../jobs/per-user-queue.ts'
import { onceEnded } from '../operations/request-end.ts'

// Runs one search per user at a time, so that many searches of one user do not block the others.

/** The maximum number of waiting searches per user. */
const mostWaiting = 200

type Searching = { ctx: Context; request: FastifyRequest; reply: FastifyReply }

/**
 * Queues searches: one per user at a time. A search whose client disconnects is dropped. For
 * newest-only searches in a browser, a new search replaces the waiting one; API clients wait in
 * line. Throws 429 for a replaced search and for one beyond the queue limit.
 */
export function createSearchTurns() {
  const settings = { concurrency: Number.POSITIVE_INFINITY, waiting: mostWaiting }
  const [inLine, newest] = [createTaskQueue(settings), createTaskQueue(settings)]
  return async <R>(
    { endpoint, isNewestOnly = false }: Route,
    { ctx, request, reply }: Searching,
    work: () => Promise<R>,
  ): Promise<R> => {
    if (endpoint.method !== 'GET' || !hasSearchText(request)) return work()
    const turnOf = isNewestOnly ? newest : inLine
    const endTurn = await turnOf(ctx.user?.id ?? 0, {
      replaces: isNewestOnly && ctx.channel === 'web',
      onClientDisconnect: (cancel) => onceEnded(reply, cancel),
    })
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}

function hasSearchText({ query }: FastifyRequest): boolean {
  const { q } = query as { q?: unknown }
  return q !== undefined && q !== ''
}
