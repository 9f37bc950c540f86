import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** A SQL statement. A named one is planned once per connection. Names are unique. */
export type Statement = { name: string; text: string }

export type Answer<Row> = { rows: Row[]; command: string }

/** The parts of the driver's connection that a step uses; the driver's types omit them. */
export type WireConnection = {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: Statement): void
  bind(message: { statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
}

type Field = { name: string; parse(text: string): unknown }
type Described = { fields: { name: string; dataTypeID: number; format: 'text' | 'binary' }[] }

/** The fields of each described statement of a connection, which do not change. */
export type KnownFields = Map<string, readonly Field[]>

type StepOptions = {
  values: readonly unknown[]
  types: pg.CustomTypesConfig
  isNamed: boolean
}

type Settle<Row> = { resolve(answer: Answer<Row>): void; reject(error: unknown): void }

/**
 * One statement of a batch and its result. The driver's own query describes its row fields and
 * reads each field's settings every time; for the dozen statements of an order, that was a tenth of
 * the program's work.
 */
export class Step<Row = unknown> {
  readonly statement: Statement
  /** The name it is sent with; empty if no session will remember it. */
  readonly name: string
  readonly text: string
  readonly #values: readonly unknown[]
  readonly #types: pg.CustomTypesConfig
  readonly #settle: Settle<Row>
  readonly #answer: Answer<Row> = { rows: [], command: '' }
  #known: KnownFields = new Map()
  #fields: readonly Field[] | undefined
  #fault: unknown

  constructor(statement: Statement, { values, types, isNamed }: StepOptions, settle: Settle<Row>) {
    this.statement = statement
    this.name = isNamed ? statement.name : ''
    this.text = statement.text
    this.#values = values.map(written)
    this.#types = types
    this.#settle = settle
  }

  submit(paper: WireConnection, known: KnownFields): void {
    const { name, text } = this
    const before = paper.parsedStatements[name] ?? paper.submittedNamedStatements[name]
    if (name === '' || before === undefined) {
      paper.parse({ name, text })
      if (name) paper.submittedNamedStatements[name] = text
    } else if (before !== text) throw new Error(`Two statements are named ${name}`)
    paper.bind({ statement: name, values: this.#values })
    this.#known = known
    this.#fields = name ? known.get(name) : undefined
    if (!this.#fields) paper.describe({ type: 'P' })
    paper.execute({})
  }

  handleRowDescription({ fields }: Described): void {
    this.#fields = fields.map(({ name, dataTypeID, format }) => {
      return { name, parse: this.#types.getTypeParser(dataTypeID, format) }
    })
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      this.#fields?.forEach(({ name, parse }, at) => {
        const text = texts[at]
        row[name] = text === null || text === undefined ? null : parse(text)
      })
    } catch (error) {
      this.#fault ??= error
    }
    this.#answer.rows.push(row as Row)
  }

  /**
   * `command` is the database's command tag, such as `INSERT 0 3`; empty for an empty statement.
   */
  finish(command: string): void {
    if (this.name) this.#known.set(this.name, this.#fields ?? [])
    if (this.#fault !== undefined) return this.#settle.reject(this.#fault)
    this.#answer.command = command.split(' ')[0] ?? ''
    this.#settle.resolve(this.#answer)
  }

  fail(error: unknown): void {
    this.#known.delete(this.name)
    this.#settle.reject(error)
  }
}

const special = /["\\]/g

/**
 * Serializes a parameter. Has a fast path for arrays of plain values, which are most of the
 * parameters of an order.
 */
function written(value: unknown): string | Buffer | null {
  if (!Array.isArray(value)) return prepareValue(value)
  let text = '{'
  for (const item of value as unknown[]) {
    if (text.length > 1) text += ','
    if (item === null || item === undefined) text += 'NULL'
    else if (typeof item === 'number' || typeof item === 'boolean') text += String(item)
    else if (typeof item === 'string') text += `"${item.replace(special, '\\$&')}"`
    else return prepareValue(value)
  }
  return `${text}}`
}
