import { type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { logOutput } from './log-output.ts'
import { isOfStatement, loggedError } from './error-serializer.ts'

const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'cookie',
  'authorization',
  'token',
  'setupToken',
  'secret',
  'webhookSecret',
  'clientSecret',
  'credential',
  'email',
  'taxExemptNumber',
]

const serializers = { err: loggedError, error: loggedError }

/** Replaces a log message that repeats a failed statement's message, which contains values. */
const hooks: LoggerOptions['hooks'] = {
  logMethod(args, method) {
    const [first, message, ...rest] = args as [unknown, unknown, ...unknown[]]
    const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
    if (!isOfStatement(error)) return method.apply(this, args)
    const isRepeated = typeof message !== 'string' || message.includes((error as Error).message)
    const fields = first instanceof Error ? { err: first } : first
    const safe = [fields, isRepeated ? 'a statement failed' : message, ...rest]
    return method.apply(this, safe as Parameters<typeof method>)
  },
}

/**
 * Creates the log: one JSON line per event, in UTC, with secrets and email addresses redacted, to
 * the stream, by default standard output (`logOutput`).
 * Errors are logged by `loggedError`: a failed statement by its name and error code, without its
 * parameters.
 */
export function createLog(level: Config['LOG_LEVEL'], stream?: { write(line: string): void }) {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = { level, redact: { paths, censor: '[hidden]' }, base: null, hooks, serializers }
  if (stream) return pino(options, stream)
  const output = logOutput()
  const log = pino(options, output)
  output.onLost((lines) =>
    log.warn({ lines }, 'lines of the log were lost: they could not be written'),
  )
  return log
}

export type Log = ReturnType<typeof createLog>
