import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import * as z from 'zod/mini'
import { areStrongSecrets, isStrongSecret, strongSecretSentence } from '#platform/kernel/fields.ts'
import { distanceOf } from '../http/nearest-name.ts'
import { driverAddress } from './driver-address.ts'
import { keyTexts } from './stored-secrets.ts'

const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))
const postgresUrl = z.optional(z.string().check(z.refine(isPostgresAddress)))
const wmsUrl = z.optional(z.string().check(z.refine(isWmsAddress)))
const smtpUrl = z.optional(
  z.string().check(z.refine((url) => /^smtps?:\/\//.test(url) && hasHost(url))),
)
const imapUrl = z.optional(z.string().check(z.refine(isMailbox)))
const otlpUrl = z.optional(
  z.string().check(z.refine((url) => /^https?:\/\//.test(url) && hasHost(url))),
)
const integer = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The settings of the program, read from the environment. */
const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port, 3000),
  DATABASE_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  /** What is behind the two addresses: PostgreSQL itself, or PgBouncer with transaction pooling. */
  DATABASE_POOLER: z.optional(z.enum(['transaction'])),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DEMO_DATA: z._default(z.enum(['auto', 'none', 'load']), 'auto'),
  /**
   * Whether a node with a wrong clock stops writing. For tests that change the clock, not for
   * users.
   */
  NODE_CHECK: z._default(z.enum(['on', 'off']), 'on'),
  /** How much demo data is loaded. For tests and benchmarks, not for users. */
  SEED: z._default(z.enum(['small', 'demo', 'large']), 'demo'),
  /** Defaults to open on a local server, and to approval elsewhere. */
  SIGN_UP: z.optional(z.enum(['open', 'approval', 'closed'])),
  /**
   * The key for the stored hashes of session tokens: changing or removing it ends all sessions. The
   * setup token, device marks and fingerprints also use it, so it must be hard to guess.
   */
  SESSION_SECRET: z.optional(z.string().check(z.refine(isStrongSecret))),
  /**
   * The keys that encrypt stored secrets, separated by commas: the first encrypts, all decrypt.
   * Without it these secrets are stored as text.
   */
  SECRETS_KEY: z.optional(z.string().check(z.refine(areSecretsKeys))),
  WMS_URL: wmsUrl,
  WMS_TOKEN: z.optional(z.string()),
  /** While it is replaced, the new one, a comma and the old one. */
  WMS_WEBHOOK_SECRET: z.optional(z.string().check(z.refine(areStrongSecrets))),
  SMTP_URL: smtpUrl,
  /** The mailbox whose emails become messages of the intake inbox. */
  IMAP_URL: imapUrl,
  /** The mailbox in which delivery reports arrive; it may be that of `IMAP_URL`. */
  BOUNCE_IMAP_URL: imapUrl,
  /** Whether webhooks may go to a loopback address over http. For development and tests. */
  WEBHOOK_LOOPBACK: z._default(z.enum(['on', 'off']), 'off'),
  /** Whether single sign-on may use a provider on loopback over http. For development and tests. */
  SIGN_ON_LOOPBACK: z._default(z.enum(['on', 'off']), 'off'),
  /** The base address of a receiver of traces (OTLP over HTTP). */
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
  LOG_LEVEL: z._default(z.enum(logLevels), 'info'),
  ROLE: z._default(z.enum(['all', 'web', 'worker']), 'all'),
  TRUSTED_PROXY: z.optional(z.string().check(z.refine(areProxies))),
  /** The public URL of the program, or several separated by commas. */
  PUBLIC_URL: z.optional(z.string().check(z.refine(arePublicAddresses))),
  /** Requests per minute for one session; 0 means unlimited. */
  RATE_PER_SESSION: z.optional(integer),
  /** Requests per minute for one API key; 0 means unlimited. */
  RATE_PER_KEY: z.optional(integer),
  /** Connections per address; 0 means unlimited. */
  CONNECTIONS_PER_ADDRESS: z.optional(integer),
  POOL_SIZE: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 10),
  /** Seconds from the first 503 of `/readyz` until a stopping server refuses requests. */
  SHUTDOWN_DELAY: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300))),
})

const hardToGuess =
  'hard to guess: at least 24 characters, 10 of them different, ' +
  'for example the output of openssl rand -base64 32'

const meanings: Record<string, string> = {
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address such as postgres://user@host:5432/name',
  DATABASE_REPLICA_URL: 'an address such as postgres://user@host:5432/name',
  DATABASE_POOLER: 'transaction, or unset if DATABASE_URL is the address of PostgreSQL itself',
  DEMO_DATA: 'auto, none or load',
  NODE_CHECK: 'on or off',
  SEED: 'small, demo or large',
  SIGN_UP: 'open, approval or closed',
  SESSION_SECRET: hardToGuess,
  SECRETS_KEY: `${hardToGuess}; an earlier key may follow after a comma`,
  WMS_URL: 'an http, https or sftp address, tryton:https://…, or folder:name',
  WMS_WEBHOOK_SECRET: strongSecretSentence,
  SMTP_URL: 'an address such as smtp://host:587',
  IMAP_URL: 'an address such as imaps://orders:password@host/INBOX',
  BOUNCE_IMAP_URL: 'an address such as imaps://office:password@host/INBOX',
  WEBHOOK_LOOPBACK: 'on or off',
  SIGN_ON_LOOPBACK: 'on or off',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an address such as http://127.0.0.1:4318',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  ROLE: 'all, web or worker',
  TRUSTED_PROXY:
    'an IP address, a range such as 10.0.0.0/8, loopback, linklocal or uniquelocal, ' +
    'or several separated by commas; the name of a host cannot be used',
  PUBLIC_URL: 'an address such as https://orders.example.com, or several separated by commas',
  RATE_PER_SESSION: 'a whole number of calls a minute, 0 for no limit',
  RATE_PER_KEY: 'a whole number of calls a minute, 0 for no limit',
  CONNECTIONS_PER_ADDRESS: 'a whole number, 0 for no limit',
  POOL_SIZE: 'a whole number from 1 to 200',
  SHUTDOWN_DELAY: 'a whole number of seconds from 0 to 300',
}

export type Config = z.infer<typeof environment>

/** The names of all settings. */
export const settingNames = Object.keys(environment.shape)

/**
 * Reads the settings from the environment. Throws one line that names the first invalid one. A
 * blank value counts as unset, except for SESSION_SECRET, because dropping it by accident would end
 * every session.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(env).filter(([name, value]) => isSet(name, value))
  const parsed = environment.safeParse(Object.fromEntries(entries))
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    throw new Error(`${name} must be ${meanings[name] ?? 'set to something else'}`)
  }
  const { DATABASE_URL: primary, DATABASE_REPLICA_URL: replica, DATABASE_POOLER } = parsed.data
  if (replica && !primary) {
    throw new Error('DATABASE_REPLICA_URL needs DATABASE_URL, the database that it copies')
  }
  if (DATABASE_POOLER && !primary) {
    throw new Error('DATABASE_POOLER needs DATABASE_URL, the address of the pooler')
  }
  refuseUnreadableFile('DATABASE_URL', primary)
  refuseUnreadableFile('DATABASE_REPLICA_URL', replica)
  return parsed.data
}

/** Variables of other programs whose names resemble settings. */
const notOurs = new Set(['HOSTNAME', 'HOSTTYPE', 'DATABASE_NAME'])

/**
 * One warning for each environment variable whose name is almost a setting and so has no effect,
 * such as `SIGNUP` for `SIGN_UP`.
 */
export function misspelledSettingWarnings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (settingNames.includes(name) || notOurs.has(name)) return []
    const similarSetting = settingNames.find((setting) => isNearly(name, setting))
    return similarSetting
      ? [`${name} is not a setting and has no effect. Did you mean ${similarSetting}?`]
      : []
  })
}

/** True if the names have the same letters; long names may differ in one or two letters. */
function isNearly(name: string, setting: string): boolean {
  const [typed, ours] = [name, setting].map((each) => each.toUpperCase().replaceAll(/[_-]/g, ''))
  if (!typed || !ours) return false
  const maxDistance = ours.length >= 8 ? 2 : ours.length >= 6 ? 1 : 0
  return (
    Math.abs(typed.length - ours.length) <= maxDistance && distanceOf(typed, ours) <= maxDistance
  )
}

function isSet(name: string, value = ''): boolean {
  return name === 'SESSION_SECRET' ? value !== '' : value.trim() !== ''
}

/** True if the driver accepts an address; it accepts some that are not URLs, such as of sockets. */
function isPostgresAddress(url: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(url)) return false
  try {
    return driverOf(url) instanceof pg.Client
  } catch (error) {
    return unreadFileOf(error) !== undefined
  }
}

/** The driver reads the files that an address names, such as `sslrootcert`. */
function refuseUnreadableFile(setting: string, url: string | undefined): void {
  try {
    if (url) driverOf(url)
  } catch (error) {
    throw new Error(`${setting} names a file that cannot be read: ${unreadFileOf(error)}`, {
      cause: error,
    })
  }
}

function unreadFileOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error ? String(error.path) : undefined
}

function driverOf(url: string): pg.Client {
  return new pg.Client(driverAddress(url))
}

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** True for what Fastify's `trustProxy` accepts, except network masks such as /255.0.0.0. */
function areProxies(text: string): boolean {
  return text.split(',').every((each) => {
    const proxy = each.trim()
    const [address = '', bits, ...more] = proxy.split('/')
    const kind = isIP(address)
    const maxPrefix = kind === 4 ? 32 : kind === 6 ? 128 : 0
    if (bits === undefined) return maxPrefix > 0 || namedRanges.has(proxy)
    const size = /^\d{1,3}$/.test(bits) ? Number(bits) : 0
    return more.length === 0 && size > 0 && size <= maxPrefix
  })
}

function areSecretsKeys(setting: string): boolean {
  return keyTexts(setting).every(isStrongSecret)
}

function arePublicAddresses(urls: string): boolean {
  return urls.split(',').every((url) => /^https?:\/\//.test(url.trim()) && hasHost(url.trim()))
}

function isWmsAddress(url: string): boolean {
  if (url.startsWith('folder:')) return true
  return /^(?:tryton:)?(?:https?|sftp):\/\//.test(url) && hasHost(url.replace(/^tryton:/, ''))
}

/** A user is required. What a password has besides letters and digits is percent-encoded. */
function isMailbox(url: string): boolean {
  if (!/^imaps?:\/\/[^@/:]+(?::[^@/]*)?@/.test(url) || !hasHost(url)) return false
  try {
    return decodeURIComponent(url) !== ''
  } catch {
    return false
  }
}

function hasHost(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname !== ''
}

/** The project's folder, with package.json, the migrations and the built web files. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

/** The version of the program from package.json. */
export const projectVersion = readVersion(join(projectRoot, 'package.json'))

function readVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function findRoot(from: string): string {
  if (isProject(join(from, 'package.json'))) return from
  const parent = resolve(from, '..')
  if (parent === from) throw new Error('The project folder was not found')
  return findRoot(parent)
}

function isProject(file: string): boolean {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as { name?: string }
    return read.name === 'prizm-order-management'
  } catch {
    return false
  }
}
