import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../database/db.ts'
import type { Route } from '../http/route.ts'
import { createSearchTurns } from './search-turns.ts'

type PendingSearch = {
  user?: number
  method?: string
  q?: string
  channel?: string
  isNewestOnly?: boolean
}

let turns: ReturnType<typeof createSearchTurns>
/** The running searches in start order, each with a function that ends it. */
let begun: { name: string; end: () => void }[]
beforeEach(() => {
  turns = createSearchTurns()
  begun = []
})

/** The reply of a request on a connection of its own. */
const replyOn = (raw: EventEmitter) =>
  ({ raw, request: { raw: { socket: new EventEmitter() } } }) as unknown as FastifyReply

function ask(name: string, pending: PendingSearch = {}) {
  const { user = 1, method = 'GET', q = 'bolt', channel = 'web', isNewestOnly } = pending
  const raw = new EventEmitter()
  const searching = {
    ctx: { user: { id: user }, channel } as unknown as Context,
    request: { query: { q } } as FastifyRequest,
    reply: replyOn(raw),
  }
  const route = { endpoint: { method }, isNewestOnly } as unknown as Route
  const answer = turns(route, searching, () => {
    return new Promise<string>((resolve) => begun.push({ name, end: () => resolve(name) }))
  })
  return { answer, goAway: () => raw.emit('close') }
}
const names = () => begun.map(({ name }) => name)
const endFirst = async () => {
  begun.shift()?.end()
  await setImmediate()
}

test('runs one search per user at a time, in order, in parallel with other users', async () => {
  const all = [ask('a'), ask('b'), ask('c'), ask('other', { user: 2 })]
  await setImmediate()
  expect(names()).toEqual(['a', 'other'])
  await endFirst()
  expect(names()).toEqual(['other', 'b'])
  await endFirst()
  await endFirst()
  await endFirst()
  expect(await Promise.all(all.map(({ answer }) => answer))).toEqual(['a', 'b', 'c', 'other'])
})

test('skips a waiting search whose client disconnects', async () => {
  ask('a')
  const disconnected = ask('b')
  ask('c')
  await setImmediate()
  disconnected.goAway()
  await expect(disconnected.answer).rejects.toMatchObject({ code: 'replaced', status: 429 })
  await endFirst()
  expect(names()).toEqual(['c'])
})

test('does not run the search of a client who left before', async () => {
  const raw = Object.assign(new EventEmitter(), { destroyed: true })
  const ctx = { user: { id: 1 }, channel: 'web' } as unknown as Context
  const request = { query: { q: 'bolt' } } as FastifyRequest
  const route = { endpoint: { method: 'GET' } } as Route
  const left = turns(route, { ctx, request, reply: replyOn(raw) }, async () => 'found')
  await expect(left).rejects.toMatchObject({ code: 'replaced', status: 429 })
  ask('next')
  await setImmediate()
  expect(names()).toEqual(['next'])
})

test('a failed search releases its turn', async () => {
  const route = { endpoint: { method: 'GET' } } as Route
  const reply = replyOn(new EventEmitter())
  const ctx = { user: { id: 1 }, channel: 'web' } as unknown as Context
  const request = { query: { q: 'bolt' } } as FastifyRequest
  const failed = turns(route, { ctx, request, reply }, () => Promise.reject(new Error('cut')))
  await expect(failed).rejects.toThrow('cut')
  ask('next')
  await setImmediate()
  expect(names()).toEqual(['next'])
})

test('a newest-only search replaces a waiting one, but only in a browser', async () => {
  ask('a', { isNewestOnly: true })
  const old = ask('b', { isNewestOnly: true })
  ask('c', { isNewestOnly: true })
  await expect(old.answer).rejects.toMatchObject({ code: 'replaced', status: 429 })
  const program = { user: 3, channel: 'api', isNewestOnly: true }
  const lines = [ask('d', program), ask('e', program), ask('f', program)]
  await setImmediate()
  for (let remaining = 5; remaining > 0; remaining -= 1) {
    // oxlint-disable-next-line no-await-in-loop
    await endFirst()
  }
  expect(await Promise.all(lines.map(({ answer }) => answer))).toEqual(['d', 'e', 'f'])
})

test('lists without a search and writes do not wait', async () => {
  ask('a')
  ask('list', { q: '' })
  ask('write', { method: 'POST' })
  await setImmediate()
  expect(names().toSorted()).toEqual(['a', 'list', 'write'])
})
