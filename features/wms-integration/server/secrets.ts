import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { ConnectionForm } from '../contract.ts'
import type { Adapter } from '../rules.ts'

/** What the warehouse and we know of each other: neither is ever answered. */
export type Secrets = { token: string | null; webhookSecret: string | null }

const secretNames = ['token', 'webhookSecret'] as const

const usedBy: Readonly<Record<(typeof secretNames)[number], readonly Adapter[]>> = {
  token: ['http', 'tryton', 'sftp'],
  webhookSecret: ['http'],
}

const sentences = {
  token: 'The address leads to another server. Type its token or password again',
  webhookSecret: 'The address leads to another server. Type its webhook secret again',
} as const

type Change = {
  /** Whether scheme, host or port of the address change. */
  isOtherHost: boolean
  /** How the new address is reached; undefined where it is the environment's. */
  adapter: Adapter | undefined
}

/**
 * The secrets after a change of the connection. What is left out stays, but goes to no other host:
 * it is refused there, at its field, until it is typed again. The environment's address has secrets
 * of the environment.
 */
export function secretsAfter(
  before: Secrets,
  form: Pick<ConnectionForm, 'token' | 'webhookSecret'>,
  { isOtherHost, adapter }: Change,
): Secrets {
  const errors: FieldError[] = []
  const after = (name: (typeof secretNames)[number]) => {
    const typed = form[name]
    if (typed !== undefined) return typed || null
    if (!isOtherHost || before[name] === null) return before[name]
    const isNeeded = adapter !== undefined && usedBy[name].includes(adapter)
    if (isNeeded) errors.push({ path: name, message: sentences[name] })
    return null
  }
  const secrets = { token: after('token'), webhookSecret: after('webhookSecret') }
  if (errors.length > 0) throw invalid(errors)
  return secrets
}

const recorded = [
  ...(['url', 'token', 'webhookSecret', 'scheduleMinutes', 'isPaused'] as const),
  ...(['x12Identifier', 'x12OwnIdentifier', 'x12Usage', 'hostKey'] as const),
]
type Recorded = Record<(typeof recorded)[number], unknown>

/** What differs between two states of the connection; of secrets only whether they are set. */
export function changesOf(before: Recorded, next: Recorded) {
  const changed = recorded.filter((name) => before[name] !== next[name])
  const shown = (name: keyof Recorded, value: unknown) =>
    name === 'token' || name === 'webhookSecret' ? (value ? 'set' : 'none') : value
  return Object.fromEntries(
    changed.map((name) => [name, { from: shown(name, before[name]), to: shown(name, next[name]) }]),
  )
}
