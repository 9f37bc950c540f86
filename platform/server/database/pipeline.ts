import pg from 'pg'
import { nameStatement } from '../runtime/error-log.ts'
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
 * Statements that travel as one message: one write, one sync, one answer, however many they are.
 * Where one fails, the database skips those behind it, and they fail with the same error.
 */
class Batch extends pg.Query {
  readonly #steps: Step[]
  #done = 0

  constructor(steps: Step[]) {
    super('')
    this.#steps = steps
  }

  /** The name under which the driver remembers that the statement now answered was parsed. */
  get name(): string | undefined {
    return this.#steps[this.#done]?.name
  }
  set name(_: string | undefined) {}

  get text(): string | undefined {
    return this.#steps[this.#done]?.text
  }
  set text(_: string | undefined) {}

  /** Answers with an error where nothing could be sent: the driver hands it to all steps. */
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
    // One buffer for the socket: a hundred small ones cost it more than copying them.
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
 * Runs a statement on a connection. Statements that are asked for before the program waits for
 * anything travel in one batch, in the order they were asked for.
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
    // Behind every microtask that is due, so that whatever needs no answer first comes along.
    queueMicrotask(() => process.nextTick(flush, client))
  })
}

function flush(client: pg.ClientBase): void {
  const steps = waiting.get(client)
  waiting.delete(client)
  if (steps) client.query(new Batch(steps))
}

/** Keeps the order where the driver's own `query` is called too: what waits is sent before it. */
export function preserveOrder(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const inOrder = (...args: unknown[]) => {
    if (!(args[0] instanceof Batch)) flush(client)
    return query(...args)
  }
  client.query = inOrder as typeof client.query
}
