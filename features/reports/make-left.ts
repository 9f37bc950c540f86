import { demand, type Permission } from '#features/auth/rules.ts'
import { notify } from '#features/notifications/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { wholeText } from '#platform/server/answers.ts'
import { type Actor, type Context, inTransaction, rows } from '#platform/server/db.ts'
import { asRefusal } from '#platform/server/problem.ts'
import { parsePart } from '#platform/server/requests.ts'
import type { Route } from '#platform/server/route.ts'
import type { Job } from '#platform/server/worker.ts'
import type { LeaveForm } from './contract.ts'
import { keptDays, mostAttempts, mostCharacters, reportCalls, type ReportId } from './rules.ts'
import * as store from './store.ts'

type Asked = { report: ReportId; user: Actor; query?: LeaveForm['query'] }

/** The call behind a report. Refuses who may not make it, and a query that it does not take. */
export function callOf(routes: readonly Route[], { report, user, query }: Asked) {
  const { path } = reportCalls[report]
  const route = routes.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)
  if (!route?.handle) throw missing('That report')
  const { permission } = route.endpoint
  demand(user, permission as Permission, 'Your role may not make this report')
  const parsed = query && parsePart(route.endpoint.query, query)
  return { handle: route.handle, query: parsed }
}

const everyMs = 2000

/** Makes what was left to be made, on nodes that work. */
export function reportJobs(routes: readonly Route[]): Job[] {
  return [{ name: 'left reports', everyMs, run: (ctx) => makeLeftReports(ctx, routes) }]
}

/**
 * Makes every report that somebody waits for, one after another; of several nodes each takes
 * another. Where the program ends meanwhile the report waits on, and is made after the next start.
 */
export async function makeLeftReports(ctx: Context, routes: readonly Route[]): Promise<void> {
  for (let last = 0; ;) {
    const [next] = await rows<{ id: number }>(ctx.db, store.countAttempt)
    // One that is still there was left waiting on purpose: its turn comes again.
    if (!next || next.id === last) return
    last = next.id
    await makeOne(ctx, { id: next.id, routes })
  }
}

type Left = Pick<LeaveForm, 'choice' | 'query'> & {
  id: number
  attempts: number
  userId: number
  username: string
  role: string
  isActive: boolean
}
type Outcome = { answer: string; failure?: never } | { failure: string; answer?: never }

async function makeOne(
  ctx: Context,
  { id, routes }: { id: number; routes: readonly Route[] },
): Promise<void> {
  try {
    await inTransaction(ctx, async (inner) => {
      const left = await lock(inner, id)
      if (left) await settle(inner, left, await outcomeOf(inner, { left, routes }))
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal?.code === 'database-unavailable') throw error
    const failure = refusal?.message ?? 'Something went wrong'
    await inTransaction(ctx, async (inner) => {
      const left = await lock(inner, id)
      if (left) await settle(inner, left, { failure })
    })
    if (!refusal) throw error
  }
}

async function lock(ctx: Context, id: number): Promise<Left | undefined> {
  const [left] = await rows<Left>(ctx.db, store.lockLeft, [id])
  return left
}

/** Makes it as the user who left it, with what their role may see now. */
async function outcomeOf(
  ctx: Context,
  { left, routes }: { left: Left; routes: readonly Route[] },
): Promise<Outcome> {
  const { choice, query, attempts, userId, username, role, isActive } = left
  if (attempts > mostAttempts) return { failure: `It was broken off ${mostAttempts} times` }
  if (!isActive) return { failure: 'The account is not active' }
  const user = { id: userId, username, role }
  const call = callOf(routes, { report: choice.report, user, query })
  await rows(ctx.db, store.allowTime)
  // Reports are asked by their query alone.
  const input = { id: 0, query: call.query, body: undefined, ifMatch: undefined } as never
  return { answer: await wholeText(await call.handle({ ...ctx, user }, input), mostCharacters) }
}

/** Keeps what came of it, and tells who waits for it. */
async function settle(ctx: Context, left: Left, outcome: Outcome): Promise<void> {
  const { id, userId, choice } = left
  const { answer = null, failure = null } = outcome
  const state = failure === null ? 'made' : 'failed'
  await rows(ctx.db, store.settle, [id, state, answer, failure, ctx.now.toISOString()])
  const { title } = reportCalls[choice.report]
  const ready = `Open it to read, print or download it. It is kept for ${keptDays} days`
  const link = `/?report=${choice.report}&left=${id}`
  const words = {
    title: failure === null ? `${title} is ready` : `${title} could not be made`,
    text: failure ?? ready,
  }
  await notify(ctx, [{ kind: 'reports', userIds: [userId], key: `report:${id}`, link, ...words }])
}

/** Throws away what was left long ago; its notification says how long it is kept. */
export async function dropOldReports(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - keptDays * 86_400_000)
  await rows(ctx.db, store.dropOld, [before.toISOString()])
}
