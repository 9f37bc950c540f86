import type { Moment } from '#platform/kernel/days.ts'
import { missing } from '#platform/kernel/refusal.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import type { Download } from '#platform/server/http/route.ts'
import type { TypeStatus, WmsMessage, WmsStatus } from '../contract.ts'
import { openConnection, readConnection, testSchedule, type WmsConfig } from './connection.ts'
import { UnusableResponse } from './adapters/warehouse-adapter.ts'
import { noteFailure, noteSuccess } from './runs/outages.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { dataTypes } from '../rules.ts'
import { openRun } from './runs/runs.ts'
import * as store from './store.ts'

// Also exported to other rooms:
export { readConnection, type WmsConfig } from './connection.ts'

type TypeRow = {
  dataType: TypeStatus['dataType']
  isSuccess: boolean | null
  processed: number | null
  changed: number | null
  error: string | null
  durationMs: number | null
  lastSync: Moment | null
  errors: string[]
}
type StepRow = { dataType: string; at: Moment; isSuccess: boolean; processed: number }

/** Reads the state of the exchange: each type of data, the open run, and the connection. */
export async function readWmsStatus(ctx: Context, config: WmsConfig): Promise<WmsStatus> {
  const now = ctx.now.toISOString()
  const types = await rows<TypeRow>(ctx.db, store.readTypes, [dataTypes])
  const day = await rows<StepRow>(ctx.db, store.readDayOfSteps, [now])
  type Counted = { open: number; retryable: number }
  const [problems] = await rows<Counted>(ctx.db, store.countOpenProblems)
  const connection = await readConnection(ctx, config)
  const run = await openRun(ctx)
  return {
    types: types.map((type) => statusOf(type, day)),
    run,
    connection,
    openProblems: problems?.open ?? 0,
    retryableProblems: problems?.retryable ?? 0,
  }
}

function statusOf(type: TypeRow, day: readonly StepRow[]): TypeStatus {
  const own = day.filter(({ dataType }) => dataType === type.dataType)
  return {
    dataType: type.dataType,
    lastSync: type.lastSync,
    success: type.isSuccess ?? false,
    recordsProcessed: type.processed ?? 0,
    errors: type.error === null ? type.errors : [type.error, ...type.errors],
    changed: type.changed ?? 0,
    durationMs: type.durationMs,
    day: own.map(({ at, isSuccess, processed }) => ({ at, isSuccess, processed })),
  }
}

/** Lists the messages, one page at a time. */
export function listWmsMessages(ctx: Context, query: ListQuery) {
  return readList<WmsMessage>(ctx.db, store.messageList, query)
}

type MessageDetails = WmsMessage & { body: string; answer: string | null }

/** Reads a message as exchanged. Throws 404 if there is none. */
export async function readWmsMessage(ctx: Context, id: number): Promise<MessageDetails> {
  const [message] = await rows<MessageDetails>(ctx.db, store.readMessage, [id])
  if (!message) throw missing('That message')
  return message
}

/**
 * Downloads the body of a message, named by its kind and id, with the media type of its content.
 */
export async function downloadWmsMessage(ctx: Context, id: number): Promise<Download> {
  const { body, kind } = await readWmsMessage(ctx, id)
  const isX12 = body.startsWith('ISA')
  const ending = isX12 ? 'edi' : 'json'
  const fileName = `wms-${kind.replaceAll(/[^a-z]+/g, '-')}-${id}.${ending}`
  async function* pieces(): AsyncGenerator<string> {
    yield body
  }
  const mediaType = isX12 ? 'application/edi-x12' : 'application/json'
  return { fileName, mediaType, pieces: pieces() }
}

/** Reads the last message of each kind, shortened, as an example. */
export function readWmsSamples(ctx: Context) {
  return rows<{
    id: number
    kind: string
    direction: 'in' | 'out'
    createdAt: string
    body: string
  }>(ctx.db, store.readSamples)
}

/** Lists the count differences, one page at a time. */
export function listWmsDrift(ctx: Context, query: ListQuery) {
  return readList<never>(ctx.db, store.driftList, query)
}

type Tested = { isOk: boolean; sentence: string; tookMs: number | null }

const webhookWaitMs = 5000

/**
 * Tests one part of the connection: calls the warehouse, checks the schedule, or requests a webhook
 * and waits for it. Returns a failed test as a result instead of throwing.
 */
export async function testWmsConnection(
  ctx: Context,
  config: WmsConfig,
  part: 'api' | 'schedule' | 'webhook',
): Promise<Tested> {
  if (part === 'schedule') return { ...(await testSchedule(ctx, config)), tookMs: null }
  try {
    const { warehouse } = await openConnection(ctx, config, { isForced: true })
    if (part === 'webhook') return await testWebhook(ctx, config, warehouse.askForWebhook)
    const { value, exchanged } = await warehouse.status()
    await noteSuccess(ctx, 'status')
    const { tookMs } = exchanged
    return { isOk: true, sentence: `${value.name} answered in ${tookMs} ms`, tookMs }
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof UnusableResponse)) throw error
    await noteFailure(ctx, 'status', error)
    return { isOk: false, sentence: error.message, tookMs: null }
  }
}

async function testWebhook(
  ctx: Context,
  config: WmsConfig,
  askForWebhook: () => Promise<unknown>,
): Promise<Tested> {
  const lastWebhook = async () => (await readConnection(ctx, config)).lastWebhookAt
  const before = await lastWebhook()
  const started = performance.now()
  await askForWebhook()
  for (;;) {
    const tookMs = Math.round(performance.now() - started)
    if ((await lastWebhook()) !== before) {
      return { isOk: true, sentence: `A webhook arrived after ${tookMs} ms`, tookMs }
    }
    if (tookMs > webhookWaitMs) {
      const sentence = `No webhook arrived within ${webhookWaitMs / 1000} s`
      return { isOk: false, sentence, tookMs: null }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
