import type pg from 'pg'
import { serialize } from 'pg-protocol'
import { prepareValue } from 'pg/lib/utils.js'

/** A SQL statement. A named one is planned once per connection. Names are unique. */
export type Statement = { name: string; text: string }

export type Answer<Row> = { rows: Row[]; command: string }

type Field = { name: string; parse(text: string): unknown }
type Described = { fields: { name: string; dataTypeID: number; format: 'text' | 'binary' }[] }

/**
 * The named statements of a connection: their text, and their fields once they were answered. After
 * a failure it is not known whether the database has the statement: then the fields are missing.
 */
export type PreparedStatements = Map<
  string,
  { text: string; fields?: readonly Field[]; isUnsure?: boolean }
>

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
  #prepared: PreparedStatements = new Map()
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

  /** The messages that send the statement; throws if its name already stands for another text. */
  messages(prepared: PreparedStatements): Buffer[] {
    const { name, text } = this
    const known = name ? prepared.get(name) : undefined
    if (known && known.text !== text) throw new Error(`Two statements are named ${name}`)
    const messages: Buffer[] = []
    // To close a statement that the database does not have is no error.
    if (known?.isUnsure) messages.push(serialize.close({ type: 'S', name }))
    if (!known || known.isUnsure) {
      messages.push(serialize.parse({ name, text }))
      if (name) prepared.set(name, { text })
    }
    messages.push(serialize.bind({ statement: name, values: [...this.#values] }))
    this.#prepared = prepared
    this.#fields = known?.fields
    if (!this.#fields) messages.push(serialize.describe({ type: 'P' }))
    messages.push(serialize.execute({}))
    return messages
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
    const { name, text } = this
    if (name) this.#prepared.set(name, { text, fields: this.#fields ?? [] })
    if (this.#fault !== undefined) return this.#settle.reject(this.#fault)
    this.#answer.command = command.split(' ')[0] ?? ''
    this.#settle.resolve(this.#answer)
  }

  fail(error: unknown): void {
    const known = this.#prepared.get(this.name)
    if (known) this.#prepared.set(this.name, { text: known.text, isUnsure: true })
    this.#settle.reject(error)
  }
}

const special = /["\\]/g
const differsInJson = /[\0-\x1F\uD800-\uDFFF]/
/** From this length on, `JSON.stringify` is faster: five times for the receipt of an order. */
const longText = 100

/** A text as an element of an array: in quotes, with a backslash before quotes and backslashes. */
function quoted(text: string): string {
  // JSON writes the same, except for control characters and lone surrogates.
  const isSameInJson = text.length >= longText && !differsInJson.test(text)
  return isSameInJson ? JSON.stringify(text) : `"${text.replace(special, '\\$&')}"`
}

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
    else if (typeof item === 'string') text += quoted(item)
    else return prepareValue(value)
  }
  return `${text}}`
}
