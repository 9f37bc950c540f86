import { type Route, route } from '#platform/server/route.ts'
import { createTurns } from '#platform/server/turns.ts'
import { searchAll } from './contract.ts'
import { search } from './service.ts'

/** Programs wait in line for each other; a person wants to know of what they typed last. */
const mostWaiting = 200

const turnOf = createTurns({ atOnce: Number.POSITIVE_INFINITY, waiting: mostWaiting })

export const searchRoutes: Route[] = [
  route(searchAll, async (ctx, { query, reply }) => {
    // The program's own check of its health keeps nobody waiting and has no connection.
    if (ctx.channel === 'health') return search(ctx, query)
    const endTurn = await turnOf(ctx.user?.id ?? 0, {
      replaces: ctx.channel === 'web',
      onGone: (cancel) => reply.raw.once('close', cancel),
    })
    try {
      return await search(ctx, query)
    } finally {
      endTurn()
    }
  }),
]
