import pg from 'pg'
import { nameStatement } from '../runtime/error-serializer.ts'
import {
  type Answer,
  type KnownFields,
  type WireConnection,
  type Statement,
  Step,
} from './pipelined-query.ts'

export type { Statement }

type Connection = WireConnection & {
  sync(): void
  stream: { writable: boolean; write(bytes: Buffer): boolean; destroy(): void }
}

const knownOn = new WeakMap<Connection, KnownFields>()

/**
 * Sends several statements as one message: one write, one sync and one response for all of them. If
 * one fails, the database skips the rest, which fail with the same error.
 */
class Batch extends pg.Query {
  readonly #steps: Step[]
  #done = 0

  constructor(steps: Step[]) {
    super('')
    this.#steps = steps
  }

  /** The driver records this name as parsed when the current statement is answered. */
  get name(): string | undefined {
    return this.#steps[this.#done]?.name
  }
  set name(_: string | undefined) {}

  get text(): string | undefined {
    return this.#steps[this.#done]?.text
  }
  set text(_: string | undefined) {}

  /** Returns an error if nothing could be sent; the driver passes it to all steps. */
  override submit = (given: pg.Connection): unknown => {
    const connection = given as unknown as Connection
    const parts: Buffer[] = []
    const paper = { writable: true, write: (bytes: Buffer) => parts.push(bytes) }
    const onPaper = Object.create(connection, { stream: { value: paper } }) as Connection
    const known = knownOn.get(connection) ?? new Map()
    knownOn.set(connection, known)
    try {
      for (const step of this.#steps) step.submit(onPaper, known)
    } catch (error) {
      return error
    }
    onPaper.sync()
    // A single write: a hundred small buffers cost the socket more than concatenating them.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts))
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

  handleError(error: Error, connection: Connection): void {
    const failed = this.#steps[this.#done]
    if (failed) nameStatement(error, failed)
    for (const step of this.#steps.slice(this.#done)) {
      if (step.name) delete connection.submittedNamedStatements[step.name]
      step.fail(error)
    }
    this.#done = this.#steps.length
  }
}

const waiting = new WeakMap<pg.ClientBase, Step[]>()

/**
 * Runs a statement on a connection. Statements issued in the same tick are sent in one batch, in
 * the order they were issued.
 */
export function runOn<Row>(
  client: pg.ClientBase,
  statement: Statement,
  options: { values: readonly unknown[]; types: pg.CustomTypesConfig },
): Promise<Answer<Row>> {
  return new Promise((resolve, reject) => {
    const step = new Step<Row>(statement, options, { resolve, reject }) as Step
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
  if (steps) client.query(new Batch(steps))
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
