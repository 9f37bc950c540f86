import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import { record } from '#features/audit/server/service.ts'
import type { Refusal } from '#platform/kernel/refusal.ts'
import type { Context, Database } from '../database/db.ts'
import { applyTransition, enqueueNothing, type AuditProof, runTransition } from './transition.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)

const context = (): Context => {
  const { db } = database
  return { db, user: undefined, now: new Date(0), requestId: 'test', channel: 'test' }
}

/** A document whose stages are listed as they run. */
function documentWith(stages: string[], { version = 1 } = {}) {
  const note = (stage: string) => stages.push(stage)
  return {
    id: 7,
    guardPeriod: async () => void note('guard period'),
    lock: async () => {
      note('lock')
      return { version, status: 'draft' }
    },
    read: async () => {
      note('read')
      return 'answer'
    },
  }
}

const entry = { entity: 'return', entityId: 7, action: 'post' } as const

function post(ctx: Context, stages: string[]) {
  stages.push('decide')
  return applyTransition(ctx, 'posted', {
    write: async (_, status) => {
      stages.push(`write ${status}`)
      return { status }
    },
    record: (inner, { status }) => {
      stages.push(`record ${status}`)
      return record(inner, [entry])
    },
    enqueue: async (_, { status }) => void stages.push(`enqueue ${status}`),
  })
}

test('a transition locks the months before the document and reads it again last', async () => {
  const stages: string[] = []
  const subject = { ...documentWith(stages), ifMatch: 1 }
  const answer = await runTransition(context(), subject, (inner) => post(inner, stages))
  expect(answer).toBe('answer')
  expect(stages).toEqual([
    'guard period',
    'lock',
    'decide',
    'write posted',
    'record posted',
    'enqueue posted',
    'read',
  ])
})

test('a stale version is refused under the lock, before anything is decided', async () => {
  const stages: string[] = []
  const subject = { ...documentWith(stages, { version: 2 }), ifMatch: 1 }
  const run = (readCurrent?: () => Promise<{ version: number; name: string }>) =>
    runTransition(context(), { ...subject, ...(readCurrent && { readCurrent }) }, (inner) =>
      post(inner, stages),
    ).catch((error: Refusal) => error)
  expect(await run()).toMatchObject({
    code: 'stale',
    extras: { current: { version: 2, status: 'draft' } },
  })
  expect(await run(async () => ({ version: 2, name: 'Shown' }))).toMatchObject({
    code: 'stale',
    extras: { current: { version: 2, name: 'Shown' } },
  })
  expect(stages).toEqual(['guard period', 'lock', 'guard period', 'lock'])
})

test('a transition without a history does not compile, which the type check proves', () => {
  const write = async () => ({ status: 'posted' })
  const enqueue = enqueueNothing
  const silent = async () => {}
  const planted = (ctx: Context) => [
    // @ts-expect-error a transition that has no history
    applyTransition(ctx, 'posted', { write, enqueue }),
    // @ts-expect-error a transition whose history writes nothing
    applyTransition(ctx, 'posted', { write, enqueue, record: silent }),
    // @ts-expect-error a transition that does not say what is sent
    applyTransition(ctx, 'posted', { write, record: (): Promise<AuditProof> => record(ctx, []) }),
    // @ts-expect-error a step that writes by itself
    runTransition(ctx, { ...documentWith([]), ifMatch: undefined }, write),
  ]
  expect(planted).toBeTypeOf('function')
})
