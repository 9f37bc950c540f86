import { pino } from 'pino'
import type { Config } from './config.ts'

const secrets = [
  'password',
  'cookie',
  'authorization',
  'token',
  'secret',
  'email',
  'taxExemptNumber',
]

/** One JSON line per event, in UTC, with secrets and e-mail addresses taken out. */
export function makeLog(level: Config['LOG_LEVEL'], stream?: { write(line: string): void }) {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = { level, redact: { paths, censor: '[hidden]' }, base: null }
  return stream ? pino(options, stream) : pino(options)
}

export type Log = ReturnType<typeof makeLog>
