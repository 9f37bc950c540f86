import pg from 'pg'

/** A result column as the database describes it, without running the statement. */
export type DescribedColumn = {
  name: string
  /** The id of its type, as in `pg_type`. */
  type: number
  /** True if it is a table's column that may be null; false if unknown. */
  isNullable: boolean
}

/** The types of a statement's parameters and its result columns. */
export type Description = { parameters: number[]; columns: DescribedColumn[] }

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number }
type Parameters = { dataTypeIDs: number[] }

/** The parts of the driver's connection that the declared types of `pg` omit. */
type WireConnection = {
  parse(message: { name: string; text: string }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: Parameters) => void): void
}

type Answer = { parameters: number[]; fields: Field[] }

/** Prepares a statement in the database and asks for its types, without running it. */
class Describe extends pg.Query {
  readonly #text: string
  readonly #settle: (answer: Answer | Error) => void
  readonly #answer: Answer = { parameters: [], fields: [] }

  constructor(text: string, settle: (answer: Answer | Error) => void) {
    super('')
    this.#text = text
    this.#settle = settle
  }

  override submit = (connection: unknown): void => {
    const wire = connection as WireConnection
    wire.once('parameterDescription', ({ dataTypeIDs }) => {
      this.#answer.parameters = dataTypeIDs
    })
    wire.parse({ name: '', text: this.#text })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#answer.fields = fields
  }

  handleError(error: Error): void {
    this.#settle(error)
  }

  handleReadyForQuery(): void {
    this.#settle(this.#answer)
  }
}

/** Describes statements, in their order; an error instead of one that cannot be prepared. */
export async function describeAll(
  pool: pg.Pool,
  texts: readonly string[],
): Promise<(Description | Error)[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ key: string }>(
      `select attrelid || ' ' || attnum as key from pg_attribute
       where attnum > 0 and not attnotnull`,
    )
    const nullable = new Set(rows.map(({ key }) => key))
    const described: (Description | Error)[] = []
    for (const text of texts) {
      // They share the connection.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await new Promise<Answer | Error>((resolve) => {
        client.query(new Describe(text, resolve))
      })
      described.push(answer instanceof Error ? answer : descriptionOf(answer, nullable))
    }
    return described
  } finally {
    client.release()
  }
}

function descriptionOf({ parameters, fields }: Answer, nullable: ReadonlySet<string>): Description {
  const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
    return { name, type: dataTypeID, isNullable: nullable.has(`${tableID} ${columnID}`) }
  })
  return { parameters, columns }
}
