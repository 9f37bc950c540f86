import type { ImapFlow } from 'imapflow'

/** A mailbox on an IMAP server, from an address such as `imaps://user:password@host/INBOX`. */
export type MailboxAddress = {
  host: string
  port: number
  isEncrypted: boolean
  user: string
  password: string
  folder: string
}

/** Reads the address of a mailbox; undefined if it is not one. */
export function parseMailboxAddress(url: string): MailboxAddress | undefined {
  if (!/^imaps?:\/\//.test(url) || !URL.canParse(url)) return undefined
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  if (hostname === '' || username === '') return undefined
  const isEncrypted = protocol === 'imaps:'
  const texts = decoded([username, password, pathname.slice(1)])
  if (!texts) return undefined
  const [user = '', plainPassword = '', folder = ''] = texts
  return {
    // An IPv6 address stands in brackets in a URL.
    host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port === '' ? (isEncrypted ? 993 : 143) : Number(port),
    isEncrypted,
    user,
    password: plainPassword,
    folder: folder || 'INBOX',
  }
}

/** Parts of a URL without their percent signs; undefined if one of these is no code. */
function decoded(parts: readonly string[]): string[] | undefined {
  try {
    return parts.map((part) => decodeURIComponent(part))
  } catch {
    return undefined
  }
}

/** The name of a mailbox without its password. */
export function mailboxName({ user, host, folder }: MailboxAddress): string {
  return `${user} at ${host}, ${folder}`
}

/** A message on the server. `source` is only its head if it is larger than `maxEmailBytes`. */
export type ServerMessage = { uid: number; size: number; source: Buffer }

/** What was read of a mailbox: the messages after `lastUid`, at most `maxMessages`. */
type MailboxPage = { uidValidity: string; lastUid: number; messages: ServerMessage[] }

export const maxEmailBytes = 5 * 1024 * 1024
const maxMessages = 20
/** A page ends with the message that fills it, so that no slow server outlasts the lease. */
const maxPageBytes = 8 * 1024 * 1024
/** The time for a page, less than the lease of the job: a server that sends a byte now and then. */
const longestMs = 240_000
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** What a mailbox is read for. Of one for bounces only delivery reports are read. */
export type MailboxPurpose = 'orders' | 'bounces'

type Position = {
  uidValidity: string | null
  lastUid: number
  since: Date
  purpose: MailboxPurpose
}

/**
 * Reads the next messages of a mailbox that arrived since a time. Nothing is changed on the server.
 * If the server has numbered its messages anew (UIDVALIDITY), it reads from the first one again.
 * Without encryption it refuses every server but one on this machine. Rejects after `withinMs`.
 */
export async function readMailbox(
  address: MailboxAddress,
  { uidValidity, lastUid, since, purpose }: Position,
  withinMs = longestMs,
): Promise<MailboxPage> {
  const client = await clientOf(address)
  // The command that fails rejects; an error that nobody listens to would end the program.
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.close(), withinMs)
  try {
    await client.connect()
    const mailbox = await client.mailboxOpen(address.folder, { readOnly: true })
    const current = String(mailbox.uidValidity)
    const first = current === uidValidity ? lastUid + 1 : 1
    // The search compares days in the time zone of the server.
    const dayBefore = new Date(since.getTime() - 86_400_000)
    const query = { uid: `${first}:*`, since: dayBefore }
    const found = await client.search(query, { uid: true })
    // `n:*` always has the last message, also if its number is lower.
    const uids = (found || []).filter((uid) => uid >= first).toSorted((a, b) => a - b)
    const messages: ServerMessage[] = []
    let last = first - 1
    let bytes = 0
    for (const uid of uids.slice(0, maxMessages)) {
      // oxlint-disable-next-line no-await-in-loop
      const message = await readMessage(client, uid, { since, purpose })
      if (message) messages.push(message)
      last = uid
      bytes += message?.source.length ?? 0
      if (bytes >= maxPageBytes) break
    }
    return { uidValidity: current, lastUid: last, messages }
  } finally {
    // After an error the server may not answer any more.
    await client.logout().catch(() => client.close())
    clearTimeout(timer)
  }
}

/** The library is loaded with the first connection. */
async function clientOf(address: MailboxAddress): Promise<ImapFlow> {
  const { host, port, isEncrypted, user, password } = address
  const { ImapFlow: Client } = await import('imapflow')
  return new Client({
    host,
    port,
    secure: isEncrypted,
    // Without TLS from the start the connection must be upgraded before the password is sent.
    ...(!isEncrypted && { doSTARTTLS: !loopback.has(host) }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  })
}

/** The type of a report is in its head, so that no other email is fetched as a whole. */
const reportHead = /^content-type:\s*multipart\/report\b/im

/** Reads one message; undefined if it is gone, arrived before the time, or is not looked for. */
async function readMessage(
  client: ImapFlow,
  uid: number,
  { since, purpose }: Pick<Position, 'since' | 'purpose'>,
): Promise<ServerMessage | undefined> {
  const head = await client.fetchOne(
    String(uid),
    { uid: true, size: true, internalDate: true, headers: true },
    { uid: true },
  )
  // The server has no parts of a second.
  const arrived = head && head.internalDate ? new Date(head.internalDate).getTime() : 0
  if (!head || arrived + 1000 < since.getTime()) return undefined
  const size = head.size ?? 0
  const headers = head.headers ?? Buffer.alloc(0)
  if (purpose === 'bounces' && !reportHead.test(headers.toString('latin1'))) return undefined
  if (size > maxEmailBytes) return { uid, size, source: headers }
  const whole = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true })
  return whole && whole.source ? { uid, size, source: whole.source } : undefined
}
