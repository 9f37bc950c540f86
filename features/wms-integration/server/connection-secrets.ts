import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { ConnectionForm } from '../contract.ts'
import type { Adapter } from '../rules.ts'

/**
 * The secrets shared with the warehouse, as they are stored or as they were entered; the API never
 * returns them.
 */
export type Secrets = { token: string | null; webhookSecret: string | null }

export const secretNames = ['token', 'webhookSecret'] as const
export type SecretName = (typeof secretNames)[number]

const usedBy: Readonly<Record<SecretName, readonly Adapter[]>> = {
  token: ['http', 'tryton', 'sftp'],
  webhookSecret: ['http'],
}

const sentences = {
  token: 'The address belongs to another server. Enter its token or password again',
  webhookSecret: 'The address belongs to another server. Enter its webhook secret again',
} as const

type Change = {
  /** True if the scheme, host or port of the address changes. */
  isOtherHost: boolean
  /** The adapter of the new address; undefined if the address comes from `WMS_URL`. */
  adapter: Adapter | undefined
}

/**
 * Returns the secrets after an update of the connection. An omitted secret stays unchanged, unless
 * the host changes: then it must be entered again, and its absence throws 422 at its field. The
 * environment's address uses the secrets of the environment.
 */
export function secretsAfter(
  before: Secrets,
  form: Pick<ConnectionForm, 'token' | 'webhookSecret'>,
  { isOtherHost, adapter }: Change,
): Secrets {
  const errors: FieldError[] = []
  const after = (name: SecretName) => {
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

/** Returns the changed fields for the audit log; of secrets only whether they are set. */
export function changesOf(before: Recorded, next: Recorded) {
  const changed = recorded.filter((name) => before[name] !== next[name])
  const maskSecret = (name: keyof Recorded, value: unknown) =>
    name === 'token' || name === 'webhookSecret' ? (value ? 'set' : 'none') : value
  return Object.fromEntries(
    changed.map((name) => [
      name,
      { from: maskSecret(name, before[name]), to: maskSecret(name, next[name]) },
    ]),
  )
}
