import { pgErrorOf } from '../database/pg-errors.ts'

// Statements carry password hashes, names and addresses as parameters. The errors around a failing
// statement repeat them in `params`, `detail`, `where` and the messages: none of those is logged.

const statements = new WeakMap<Error, string>()

/** Remembers which statement a database error came from: its name, else its first words. */
export function nameStatement(error: Error, { name, text }: { name: string; text: string }): void {
  if (!statements.has(error)) statements.set(error, name || beginningOf(text))
}

/** An error as the log has it. `stack` has the frames alone where the message may hold values. */
export type LoggedError = {
  type: string
  message?: string
  code?: string
  statement?: string
  constraint?: string
  table?: string
  stack: string
}

/**
 * An error as the log has it. Of a failing statement that is its name, the error code, the broken
 * constraint and the table, never a value; of any other error its message too.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' }
  const statement = statementOf(error)
  const cause = pgErrorOf(error)
  const isOfStatement = statement !== undefined || (cause !== undefined && 'severity' in cause)
  return {
    type: error.name,
    ...(!isOfStatement && { message: messageOf(error) }),
    ...(cause && { code: cause.code }),
    ...(statement && { statement }),
    ...(cause?.constraint && { constraint: cause.constraint }),
    ...(cause?.table && { table: cause.table }),
    stack: framesOf(error),
  }
}

/** An error as one sentence for the log, the outbox or a terminal: never a value of a statement. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code, statement, constraint } = loggedError(error)
  if (message !== undefined) return error.message
  const parts = [statement && `statement ${statement}`, constraint && `constraint ${constraint}`]
  return ['Database error', code, ...parts].filter(Boolean).join(', ')
}

/** True where an error, or what it wraps, comes from a statement: its message has values. */
export function isOfStatement(error: unknown): boolean {
  return error instanceof Error && loggedError(error).message === undefined
}

/** The statement that failed, by its own name or, for a built query, by its verb and table. */
function statementOf(error: Error): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const known = statements.get(each)
    if (known) return known
    if ('query' in each && typeof each.query === 'string') return beginningOf(each.query)
  }
  return undefined
}

/** `insert into "users"`: what a statement does to which table, without anything behind it. */
function beginningOf(text: string): string {
  const words = /^\s*(?:insert\s+into|delete\s+from|update|select|with|\w+)(?:\s+"?[a-z_]+"?)?/i
  return (words.exec(text)?.[0] ?? 'statement').trim().replaceAll(/\s+/g, ' ')
}

/** The message and those of the causes, as long as none of them is of a statement. */
function messageOf(error: Error): string {
  const { message, cause } = error
  return cause instanceof Error ? `${message}: ${messageOf(cause)}` : message
}

function framesOf(error: Error): string {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
