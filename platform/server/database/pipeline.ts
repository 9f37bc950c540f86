import pg from 'pg'
import { serialize } from 'pg-protocol'
import { traceStatement } from '../operations/tracing.ts'
import { nameStatement } from '../runtime/error-serializer.ts'
import { types } from './pg-types.ts'
import { type Answer, type PreparedStatements, type Statement, Step } from './pipelined-query.ts'
import type { FilledStatement } from './session-settings.ts'

export type { Statement }

const preparedBy = new WeakMap<pg.Connection, PreparedStatements>()

/**
 * Sends several statements as one message: one write, one sync and one response for all of them. If
 * one fails, the database skips the rest, which fail with the same error. The driver's pipeline
 * mode sends one batch behind the other and passes each the messages that answer it;
 * `pipeline.test.ts` holds the driver to that.
 */
class Batch extends pg.Query {
  readonly #steps: Step[]
  #done = 0

  constructor(steps: Step[]) {
    super('')
    this.#steps = steps
  }

  /** Returns an error if nothing could be sent; the driver passes it to all steps. */
  override submit = (connection: pg.Connection): unknown => {
    const prepared = preparedBy.get(connection) ?? new Map()
    preparedBy.set(connection, prepared)
    const messages: Buffer[] = []
    try {
      for (const step of this.#steps) messages.push(...step.messages(prepared))
    } catch (error) {
      return error
    }
    messages.push(serialize.sync())
    const { stream } = connection
    // A single write: a hundred small buffers cost the socket more than concatenating them.
    if (stream.writable) stream.write(Buffer.concat(messages))
    return undefined
  }

  handleRowDescription(message: Parameters<Step['handleRowDescription']>[0]): void {
    this.#steps[this.#done]?.handleRowDescription(message)
  }

  handleDataRow(message: Parameters<Step['handleDataRow']>[0]): void {
    this.#steps[this.#done]?.handleDataRow(message)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#steps[this.#done++]?.finish(text)
  }

  handleEmptyQuery(): void {
    this.#steps[this.#done++]?.finish('')
  }

  handleReadyForQuery(): void {}

  handleError(error: Error): void {
    const failed = this.#steps[this.#done]
    if (failed) nameStatement(error, failed.statement)
    for (const step of this.#steps.slice(this.#done)) step.fail(error)
    this.#done = this.#steps.length
  }
}

const waiting = new WeakMap<pg.ClientBase, Step[]>()

/** The connections to a transaction pooler, with the settings of each of their transactions. */
const settingsOf = new WeakMap<pg.ClientBase, FilledStatement>()
const inTransaction = new WeakSet<pg.ClientBase>()

/**
 * Marks a connection to a transaction pooler, where each transaction may run in another session of
 * the database. Its statements are sent without names, and each transaction begins with `settings`,
 * whether it is opened by `beginOn` or is a batch alone.
 */
export function expectNoSession(client: pg.ClientBase, settings: FilledStatement): void {
  settingsOf.set(client, settings)
}

/**
 * Runs a statement on a connection. Statements issued in the same tick are sent in one batch, in
 * the order they were issued.
 */
export function sendPipelined<Row>(
  client: pg.ClientBase,
  statement: Statement,
  options: { values: readonly unknown[]; types: pg.CustomTypesConfig },
): Promise<Answer<Row>> {
  return traceStatement(statement.name, () => enqueue<Row>(client, statement, options))
}

function enqueue<Row>(
  ...[client, statement, options]: Parameters<typeof sendPipelined>
): Promise<Answer<Row>> {
  return new Promise((resolve, reject) => {
    const isNamed = !settingsOf.has(client)
    const step = new Step<Row>(statement, { ...options, isNamed }, { resolve, reject }) as Step
    const before = waiting.get(client)
    if (before) return void before.push(step)
    waiting.set(client, [step])
    // Flush after all pending microtasks, so that statements that depend on no response join the
    // batch.
    queueMicrotask(() => process.nextTick(flush, client))
  })
}

function flush(client: pg.ClientBase): void {
  const steps = waiting.get(client)
  waiting.delete(client)
  if (!steps) return
  const settings = inTransaction.has(client) ? undefined : settingsOf.get(client)
  client.query(new Batch(settings ? [settingStep(settings), ...steps] : steps))
}

/** Until the sync at its end, a batch outside a transaction is a transaction of its own. */
function settingStep({ statement, values }: FilledStatement): Step {
  const unheard = { resolve: () => {}, reject: () => {} }
  return new Step(statement, { values, types, isNamed: false }, unheard)
}

const begin = { name: 'begin', text: 'begin' }
const planForValues = { name: 'plan_for_values', text: 'set plan_cache_mode = force_custom_plan' }
const planAsUsual = { name: 'plan_as_usual', text: 'reset plan_cache_mode' }

/**
 * Opens a transaction. Behind a transaction pooler it also sends the settings of the transaction.
 * Both travel with the first statements of the work: await the answers before the commit, and call
 * `endOn` after it.
 */
export function beginOn(client: pg.ClientBase): Promise<unknown>[] {
  inTransaction.add(client)
  const settings = settingsOf.get(client)
  const started: Promise<unknown>[] = [sendPipelined(client, begin, { values: [], types })]
  if (settings)
    started.push(sendPipelined(client, settings.statement, { values: settings.values, types }))
  for (const each of started) each.catch(() => {})
  return started
}

/** The transaction of `beginOn` has ended. */
export function endOn(client: pg.ClientBase): void {
  inTransaction.delete(client)
}

/**
 * Plans a statement for its values. The setting is sent with it and is reset in the same batch; it
 * rolls back if the statement fails. Behind a transaction pooler every statement is planned so.
 */
export async function runWithCustomPlan<Row>(
  ...[client, statement, options]: Parameters<typeof sendPipelined>
): Promise<Answer<Row>> {
  if (settingsOf.has(client)) return sendPipelined<Row>(client, statement, options)
  const [, answer] = await Promise.all([
    sendPipelined(client, planForValues, { values: [], types }),
    sendPipelined<Row>(client, statement, options),
    sendPipelined(client, planAsUsual, { values: [], types }),
  ])
  return answer
}

/**
 * Preserves the order when the driver's own `query` is also used: flushes queued statements first.
 */
export function preserveOrder(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const inOrder = (...args: unknown[]) => {
    if (!(args[0] instanceof Batch)) flush(client)
    return query(...args)
  }
  client.query = inOrder as typeof client.query
}
