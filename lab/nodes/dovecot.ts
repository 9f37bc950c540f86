import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { endChild, removeAtEnd, startChild } from './child-processes.ts'
import { freePort } from './ports.ts'
import { plainUser } from './postgres-cluster.ts'
import { findProgram } from './reverse-proxy.ts'
import { until } from './wait-until.ts'

/** A Dovecot on loopback with one mailbox, which is a Maildir in a temporary folder. */
export type Dovecot = {
  /** The address of the mailbox, for `IMAP_URL`. */
  url: string
  /** Puts an email into INBOX, as a mail server does. */
  deliver(raw: string): void
  /** Signs in as another client of the mailbox. The caller logs it out. */
  connect(): Promise<ImapFlow>
  close(): Promise<void>
}

const user = 'orders'
const password = 'secret'

/**
 * Starts a Dovecot of version 2.3 or 2.4 as a plain user. Throws the end of its log if it does not
 * answer, for example because only `dovecot-core` is installed.
 */
export async function startDovecot(): Promise<Dovecot> {
  const program = findProgram('dovecot')
  if (!program) throw new Error('There is no dovecot')
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-dovecot-')))
  const owner = plainUser()
  const port = await freePort()
  const file = join(folder, 'dovecot.conf')
  const mailbox = join(folder, 'mail')
  const folders = [mailbox, ...['cur', 'new', 'tmp'].map((name) => join(mailbox, name))]
  for (const path of folders) mkdirSync(path, { mode: 0o700 })
  writeFileSync(file, settingsOf({ folder, port, isOf24: isVersion24(program) }))
  for (const path of [folder, file, ...folders]) chownTo(owner, path)
  const child = startChild(program, ['-F', '-c', file], {
    stdio: 'ignore',
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    lastSignal: 'SIGTERM',
    ...owner,
  })
  const close = () => endChild(child, 'SIGTERM', 5000)
  const connect = () => signIn(port)
  if (!(await until(() => answers(connect), 20_000))) {
    await close()
    throw new Error(`Dovecot does not answer: ${endOfLog(folder)}`)
  }
  const url = `imap://${user}:${password}@127.0.0.1:${port}/INBOX`
  return { url, deliver: (raw) => deliver({ mailbox, owner, raw }), connect, close }
}

type Owner = ReturnType<typeof plainUser>

function chownTo(owner: Owner, path: string): void {
  if (owner) chownSync(path, owner.uid, owner.gid)
}

let deliveries = 0

/** Writes an email to `tmp` and moves it to `new`, so that readers see whole emails only. */
function deliver({ mailbox, owner, raw }: { mailbox: string; owner: Owner; raw: string }): void {
  const name = `${Math.floor(Date.now() / 1000)}.P${process.pid}Q${++deliveries}.lab`
  const written = join(mailbox, 'tmp', name)
  writeFileSync(written, raw, { mode: 0o600 })
  chownTo(owner, written)
  renameSync(written, join(mailbox, 'new', name))
}

async function signIn(port: number): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: password },
    logger: false,
  })
  // The command that fails rejects; an error that nobody listens to would end the lab.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function answers(connect: () => Promise<ImapFlow>): Promise<boolean> {
  try {
    const client = await connect()
    await client.logout()
    return true
  } catch {
    return false
  }
}

function endOfLog(folder: string): string {
  const file = join(folder, 'dovecot.log')
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-600) : 'it wrote no log'
}

function isVersion24(program: string): boolean {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return !/^2\.[0-3]\./.test(version)
}

type Settings = { folder: string; port: number; isOf24: boolean }

/** The settings of a Dovecot without root: one user for all of it, and no chroot. */
function settingsOf({ folder, port, isOf24 }: Settings): string {
  const { uid, gid, userName, groupName } = namesOfOwner()
  return [
    // In 2.4 these come first.
    ...(isOf24 ? ['dovecot_config_version = 2.4.0', 'dovecot_storage_version = 2.4.0'] : []),
    `base_dir = ${join(folder, 'run')}`,
    `state_dir = ${join(folder, 'state')}`,
    `log_path = ${join(folder, 'dovecot.log')}`,
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = no',
    `default_internal_user = ${userName}`,
    `default_internal_group = ${groupName}`,
    `default_login_user = ${userName}`,
    'first_valid_uid = 1',
    ...block('namespace inbox', ['inbox = yes', 'separator = /']),
    ...block('service anvil', ['chroot =']),
    ...block('service imap-login', [
      'chroot =',
      ...block('inet_listener imap', [`port = ${port}`]),
      ...block('inet_listener imaps', ['port = 0']),
    ]),
    ...accessOf({ folder, uid, gid, isOf24 }),
    '',
  ].join('\n')
}

/** How the user signs in and where the mailbox is, which 2.4 writes in another way. */
function accessOf({
  folder,
  uid,
  gid,
  isOf24,
}: Omit<Settings, 'port'> & { uid: number; gid: number }): string[] {
  const mailbox = join(folder, 'mail')
  if (isOf24) {
    const fields = [`uid = ${uid}`, `gid = ${gid}`, `home = ${folder}`]
    return [
      'auth_allow_cleartext = yes',
      'mail_driver = maildir',
      `mail_path = ${mailbox}`,
      ...block('passdb static', [`password = ${password}`]),
      ...block('userdb static', block('fields', fields)),
    ]
  }
  const args = `uid=${uid} gid=${gid} home=${folder}`
  return [
    'disable_plaintext_auth = no',
    `mail_location = maildir:${mailbox}`,
    ...block('passdb', ['driver = static', `args = password=${password}`]),
    ...block('userdb', ['driver = static', `args = ${args}`]),
  ]
}

function block(name: string, lines: readonly string[]): string[] {
  return [`${name} {`, ...lines, '}']
}

/** The user and the group that Dovecot runs as, by number and by name. */
function namesOfOwner() {
  const { uid, gid } = plainUser() ?? userInfo()
  const userName = nameIn('/etc/passwd', uid)
  const groupName = nameIn('/etc/group', gid)
  return { uid, gid, userName, groupName }
}

/** The name of a number in a file of users or groups. */
function nameIn(file: string, id: number): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = lines.find((line) => line.split(':')[2] === String(id))
  if (found === undefined) throw new Error(`${file} has no name for ${id}`)
  return found.split(':')[0] ?? ''
}
