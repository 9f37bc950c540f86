import { pgErrorOf } from '../database/pg-errors.ts'
import { StartError } from './start-errors.ts'

// Statements have password hashes, names and addresses as parameters. Errors of a failed statement
// repeat them in `params`, `detail`, `where` and their messages, so none of those is logged.

const statements = new WeakMap<Error, string>()

/** Records which statement a database error came from: its name, or else its first words. */
export function nameStatement(error: Error, { name, text }: { name: string; text: string }): void {
  if (!statements.has(error)) statements.set(error, name || beginningOf(text))
}

/**
 * The log form of an error. `stack` has only the frames, because the message may contain values.
 */
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
 * Converts an error to its log form. For a failed statement: its name, the error code, the
 * constraint and the table, but never a value. For any other error also the message.
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

/**
 * Describes an error in one sentence for the log, the outbox or a terminal, without statement
 * values. An error of the start says itself what the operator needs, whatever caused it.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StartError) return error.message
  const { message, code, statement, constraint } = loggedError(error)
  if (message !== undefined) return error.message
  const parts = [statement && `statement ${statement}`, constraint && `constraint ${constraint}`]
  return ['Database error', code, ...parts].filter(Boolean).join(', ')
}

/** True if an error or its cause comes from a statement, so that its message contains values. */
export function isOfStatement(error: unknown): boolean {
  return error instanceof Error && loggedError(error).message === undefined
}

/** The failed statement: its name or, for a built query, its verb and table. */
function statementOf(error: Error): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const known = statements.get(each)
    if (known) return known
    if ('query' in each && typeof each.query === 'string') return beginningOf(each.query)
  }
  return undefined
}

/** The verb and table of a statement, such as `insert into "users"`, without the rest. */
function beginningOf(text: string): string {
  const words = /^\s*(?:insert\s+into|delete\s+from|update|select|with|\w+)(?:\s+"?[a-z_]+"?)?/i
  return (words.exec(text)?.[0] ?? 'statement').trim().replaceAll(/\s+/g, ' ')
}

/** The message followed by those of its causes; used only if none comes from a statement. */
function messageOf(error: Error): string {
  const { message, cause } = error
  return cause instanceof Error ? `${message}: ${messageOf(cause)}` : message
}

function framesOf(error: Error): string {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
