import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { misspelledSettingWarnings, projectRoot, readConfig, settingNames } from './config.ts'

const postgresAddress = 'must be an address such as postgres://user@host:5432/name'

const proxyAddress =
  'must be an IP address, a range such as 10.0.0.0/8, loopback, linklocal or uniquelocal, ' +
  'or several separated by commas; the name of a host cannot be used'

const mailbox = 'must be an address such as imaps://orders:password@host/INBOX'

const hardToGuess =
  'must be hard to guess: at least 24 characters, 10 of them different, ' +
  'for example the output of openssl rand -base64 32'

test('runs without any settings', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    DEMO_DATA: 'auto',
    LOG_LEVEL: 'info',
    ROLE: 'all',
  })
})

test('a blank setting counts as unset', () => {
  const blank = { PORT: '', HOST: ' ', POOL_SIZE: '\t', DATABASE_URL: '', WMS_URL: ' ' }
  expect(readConfig(blank)).toEqual(readConfig({}))
})

test.each([
  { DATABASE_URL: 'postgres://user:secret@db.example:5432/name?sslmode=disable' },
  { DATABASE_URL: 'postgresql:///name?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://user:secret@/name' },
  { DATABASE_URL: 'postgres://h/x?sslmode=require', DATABASE_POOLER: 'transaction' },
  { TRUSTED_PROXY: '10.0.0.5, fe80::/10,loopback' },
  { WMS_URL: 'https://wms.example/api' },
  { WMS_URL: 'sftp://prizm@wms.example:22/out' },
  { WMS_URL: 'tryton:https://tryton.example/db' },
  { WMS_URL: 'folder:warehouse' },
  { SMTP_URL: 'smtps://user:secret@mail.example' },
  { IMAP_URL: 'imaps://orders:sec%20ret@mail.example/INBOX' },
  { BOUNCE_IMAP_URL: 'imaps://office:sec%20ret@mail.example/INBOX' },
  { SESSION_SECRET: 'gZ3mR8vQ1xT6kN0wB5yH2cJ4' },
  { SECRETS_KEY: 'gZ3mR8vQ1xT6kN0wB5yH2cJ4' },
  { SECRETS_KEY: 'pL7dF2sK9aW4eU1iO6tY3rE8, gZ3mR8vQ1xT6kN0wB5yH2cJ4' },
])('a valid setting is accepted: %j', (env) => {
  expect(readConfig(env)).toMatchObject(env)
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ SESSION_SECRET: '  ' }, `SESSION_SECRET ${hardToGuess}`],
  [{ SESSION_SECRET: 'x' }, `SESSION_SECRET ${hardToGuess}`],
  [{ SESSION_SECRET: ' '.repeat(24) }, `SESSION_SECRET ${hardToGuess}`],
  [{ SESSION_SECRET: 'abcd'.repeat(20) }, `SESSION_SECRET ${hardToGuess}`],
  [{ SESSION_SECRET: 'gZ3mR8vQ1xT6kN0wB5yH2cJ' }, `SESSION_SECRET ${hardToGuess}`],
  [
    { SECRETS_KEY: 'gZ3mR8vQ1xT6kN0wB5yH2cJ4,' },
    `SECRETS_KEY ${hardToGuess}; an earlier key may follow after a comma`,
  ],
  [{ SIGN_UP: 'maybe' }, 'SIGN_UP must be open, approval or closed'],
  [{ DEMO_DATA: 'yes' }, 'DEMO_DATA must be auto, none or load'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
  [{ DATABASE_URL: 'mysql://here' }, `DATABASE_URL ${postgresAddress}`],
  [{ DATABASE_URL: 'postgres://h:notaport/x' }, `DATABASE_URL ${postgresAddress}`],
  [
    { DATABASE_URL: 'postgres://h/x', DATABASE_REPLICA_URL: 'postgres://h:70000/x' },
    `DATABASE_REPLICA_URL ${postgresAddress}`,
  ],
  [
    { DATABASE_URL: 'postgres://h/x?sslrootcert=/nowhere/ca.pem' },
    'DATABASE_URL names a file that cannot be read: /nowhere/ca.pem',
  ],
  [{ DATABASE_REPLICA_URL: 'postgres://h/x' }, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
  [
    { DATABASE_URL: 'postgres://h/x', DATABASE_POOLER: 'session' },
    'DATABASE_POOLER must be transaction, or unset if DATABASE_URL is the address of PostgreSQL',
  ],
  [{ DATABASE_POOLER: 'transaction' }, 'DATABASE_POOLER needs DATABASE_URL'],
  [{ TRUSTED_PROXY: 'proxy.internal' }, `TRUSTED_PROXY ${proxyAddress}`],
  [{ TRUSTED_PROXY: '127.0.0.1, proxy' }, `TRUSTED_PROXY ${proxyAddress}`],
  [{ TRUSTED_PROXY: '10.0.0.0/33' }, `TRUSTED_PROXY ${proxyAddress}`],
  [{ TRUSTED_PROXY: '0.0.0.0/0' }, `TRUSTED_PROXY ${proxyAddress}`],
  [{ TRUSTED_PROXY: 'true' }, `TRUSTED_PROXY ${proxyAddress}`],
  [{ WMS_URL: 'http://' }, 'WMS_URL must be an http, https or sftp address'],
  [{ WMS_URL: 'sftp://' }, 'WMS_URL must be an http, https or sftp address'],
  [
    { WMS_WEBHOOK_SECRET: 'secret' },
    'WMS_WEBHOOK_SECRET must be at least 24 random bytes: whsec_ and their base64',
  ],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an address such as smtp://host:587'],
  [{ SMTP_URL: 'smtp://:587' }, 'SMTP_URL must be an address such as smtp://host:587'],
  [{ IMAP_URL: 'imaps://mail.example' }, `IMAP_URL ${mailbox}`],
  [{ IMAP_URL: 'imaps://:secret@mail.example' }, `IMAP_URL ${mailbox}`],
  [{ IMAP_URL: 'imaps://orders:100%@mail.example' }, `IMAP_URL ${mailbox}`],
  [
    { BOUNCE_IMAP_URL: 'imaps://mail.example' },
    'BOUNCE_IMAP_URL must be an address such as imaps://office:password@host/INBOX',
  ],
])('an invalid setting stops the start with one line that names it: %j', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})

test.each([
  ['SIGNUP', 'SIGN_UP'],
  ['sign_up', 'SIGN_UP'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUST_PROXY', 'TRUSTED_PROXY'],
  ['WMS_WEBHOOKSECRET', 'WMS_WEBHOOK_SECRET'],
])('the start warns that %s resembles a setting', (name, meant) => {
  const line = `${name} is not a setting and has no effect. Did you mean ${meant}?`
  expect(misspelledSettingWarnings({ [name]: 'closed' })).toEqual([line])
})

test('does not warn about valid settings and variables of other programs', () => {
  const unrelatedVariables = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'box',
    PGPORT: '5432',
    PWD: '/',
    ROLES: '',
  }
  expect(
    misspelledSettingWarnings({ ...unrelatedVariables, SIGN_UP: 'open', npm_config_yes: '1' }),
  ).toEqual([])
})

/** The settings in the first column of a file's tables, each in backquotes. */
function documentedSettings(file: string): string[] {
  const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n')
  const rows = lines.flatMap((line, header) => {
    if (!line.startsWith('| Setting |')) return []
    const remainingLines = lines.slice(header + 2)
    return remainingLines.slice(
      0,
      remainingLines.findIndex((row) => !row.startsWith('|')),
    )
  })
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  )
}

test('the tables of the README have every setting, except those for tests', () => {
  const documented = [...documentedSettings('README.md'), ...documentedSettings('docs/testing.md')]
  expect(documented.sort()).toEqual([...settingNames].sort())
  expect(documentedSettings('docs/testing.md')).toEqual([
    'SEED',
    'NODE_CHECK',
    'WEBHOOK_LOOPBACK',
    'SIGN_ON_LOOPBACK',
  ])
})
