import pg from 'pg'

/** A statement; one with a name is planned once per connection. Names are unique. */
export type Statement = { name: string; text: string }

type Connection = {
  sync(): void
  stream: { writable: boolean; write(bytes: Buffer): boolean; destroy(): void }
  submittedNamedStatements: Record<string, string>
}

/** What the driver calls on a query it has sent; its type declarations leave this out. */
type Step = {
  name?: string
  text: string
  submit(connection: Connection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

/**
 * Statements that travel as one message: one write, one sync, one answer, however many they are.
 * Where one fails, the database skips those behind it, and they fail with the same error.
 */
class Batch extends pg.Query {
  readonly #steps: Step[]
  #done = 0
  #wasSent = true

  constructor(steps: Step[]) {
    super({ text: '' })
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

  override submit = (given: pg.Connection): void => {
    const connection = given as unknown as Connection
    const parts: Buffer[] = []
    const paper = { writable: true, write: (bytes: Buffer) => parts.push(bytes) }
    const onPaper = Object.create(connection, {
      sync: { value: () => {} },
      stream: { value: paper },
    }) as Connection
    for (const step of this.#steps) this.#wasSent &&= step.submit(onPaper) === null
    // One buffer for the socket: a hundred small ones cost it more than copying them.
    connection.sync.call(onPaper)
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts))
    // A value the driver cannot write is our own mistake; answers would no longer fit their steps.
    if (!this.#wasSent) connection.stream.destroy()
  }

  handleRowDescription(message: unknown): void {
    this.#steps[this.#done]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#steps[this.#done]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const step = this.#steps[this.#done++]
    step?.handleCommandComplete(message, connection)
    step?.handleReadyForQuery(connection)
  }

  handleEmptyQuery(connection: Connection): void {
    this.#steps[this.#done++]?.handleReadyForQuery(connection)
  }

  handleReadyForQuery(): void {}

  handleError(error: Error, connection: Connection): void {
    for (const step of this.#steps.slice(this.#done)) {
      if (step.name) delete connection.submittedNamedStatements[step.name]
      step.handleError(error, connection)
    }
    this.#done = this.#steps.length
  }
}

const waiting = new WeakMap<pg.ClientBase, Step[]>()

/**
 * Runs a statement on a connection. Statements that are asked for before the program waits for
 * anything travel in one batch, in the order they were asked for.
 */
export function runOn<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
  options: { values: readonly unknown[]; types: pg.CustomTypesConfig },
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const values = [...options.values]
    const config = { ...statement, values, types: options.types, queryMode: 'extended' }
    const step = new pg.Query(config, (error, result) => {
      if (error) reject(error)
      else resolve(result as unknown as pg.QueryResult<Row>)
    })
    const before = waiting.get(client)
    if (before) return void before.push(step as unknown as Step)
    waiting.set(client, [step as unknown as Step])
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
export function keepOrder(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const inOrder = (...args: unknown[]) => {
    if (!(args[0] instanceof Batch)) flush(client)
    return query(...args)
  }
  client.query = inOrder as typeof client.query
}
