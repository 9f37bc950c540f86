import { connect } from 'node:net'
import { maxShortWords, maxWords } from '#platform/kernel/fields.ts'
import { call, codeOf } from '../nodes/http.ts'

// Requests that once made the program unavailable for all users, as one user sends them.

export type Target = { port: number; cookie: string }

export type Attack = {
  /** What is sent, in words. */
  what: string
  /** Sends it once and returns a summary of the response. */
  once: (target: Target) => Promise<string>
  /** The pause between requests. */
  everyMs: number
}

const mebibyte = 1024 * 1024

/** Combining marks in descending order, whose normalization once took quadratic time. */
const marks = (length: number) => `a${'\u0345\u0301\u0323'.repeat(Math.ceil(length / 6))}`

const x12Type = 'application/edi-x12'
const isa = (terminator: string) =>
  `ISA*00*          *00*          *ZZ*STRANGER       *ZZ*PRIZM          *260302*1200*U*00401*` +
  `000000001*0*P*>${terminator}`

/** Files are built once, because building takes longer than sending. */
const lineFeeds = `${isa('\n')}${'\n'.repeat(50_000)}${'\r '.repeat(25_000)}`
const segments = `${isa('~')}${'REF*ZZ*1~'.repeat(1_000_000)}`
const markedRow = `customerCode,name,email\nM-1,${marks(195_000)},m@example.com\n`
const invalidRows = `customerCode,name,email\n${'=1,"",nobody\n'.repeat(5000)}`

const send = async (
  { port, cookie }: Target,
  request: { method?: string; path: string; body?: unknown; type?: string; as?: '' },
) => {
  const headers = request.type === undefined ? undefined : { 'content-type': request.type }
  const { method = 'POST', path, body, as = cookie } = request
  const answer = await call(port, { method, path, body, as, headers })
  return `${answer.status} ${codeOf(answer) || answer.failure || ''}`
}

const many = async (count: number, one: (place: number) => Promise<string>) => {
  const results = await Promise.all(Array.from({ length: count }, (_, place) => one(place)))
  return [...new Set(results)]
    .map((each) => `${results.filter((t) => t === each).length} × ${each}`)
    .join()
}

type Unread = { path: string; connections: number; requests: number; forMs: number }

/** Opens connections that request something large and never read the response. */
async function requestWithoutReading({ port, cookie }: Target, options: Unread): Promise<string> {
  const { path, connections, requests, forMs } = options
  const session = cookie === '' ? '' : `Cookie: ${cookie}\r\n`
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${session}\r\n`
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.pause()
    socket.write(head.repeat(requests))
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, forMs))
  for (const socket of sockets) socket.destroy()
  return `${connections} connections`
}

const neverRead = ({ port }: Target) => {
  const options = { path: '/api/openapi.json', connections: 800, requests: 5, forMs: 4000 }
  return requestWithoutReading({ port, cookie: '' }, options)
}

const bodyBytes = 10 * mebibyte
const chunk = Buffer.alloc(64 * 1024, 'x')
/** 80 bodies arrive at the rate of a gigabit network. */
const chunkEveryMs = 45
const importHead = `POST /api/customers/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv
Content-Length: ${bodyBytes}\r\n\r\n`.replaceAll(/\r?\n/g, '\r\n')

/** Sends a large body without a session and returns the first line of the response. */
function largeBody({ port }: Target): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', (error) => resolve(error.message))
    let firstLine = ''
    socket.on('data', (data) => (firstLine ||= String(data).split('\r\n', 1)[0] ?? ''))
    socket.write(importHead)
    let remainingBytes = bodyBytes
    // Keeps sending whatever the server responds.
    const sending = setInterval(() => {
      remainingBytes -= chunk.length
      if (remainingBytes <= 0) socket.destroy()
      else socket.write(chunk)
    }, chunkEveryMs)
    socket.on('close', () => {
      clearInterval(sending)
      resolve(firstLine)
    })
  })
}

/** The first order, with notes that contain no place for a line break. */
export const longNotesOrder = { id: 1, notes: 'W'.repeat(5000) }

const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(97 + place))
/** Trigrams that many names contain. */
const commonTrigrams = ['ing', 'est', 'com', 'ter', 'age', 'inc', 'and', 'ind', 'ers']

/** The most expensive search words: letters that no index covers, and common trigrams. */
function costlyQuery(place: number): string {
  const short = letters.slice(place, place + maxShortWords)
  return [...short, ...commonTrigrams.slice(0, maxWords - maxShortWords)].join('%20')
}

export const attacks = {
  'login-name': {
    what: 'a username of 195 KB of combining marks, of a stranger',
    everyMs: 200,
    once: (target) =>
      send(target, {
        path: '/api/login',
        body: { username: marks(195_000), password: 'x' },
        as: '',
      }),
  },
  'field-text': {
    what: 'a name of 195 KB of combining marks',
    everyMs: 200,
    once: (target) =>
      send(target, {
        path: '/api/customers',
        body: { customerCode: 'M-1', email: 'm@example.com', name: marks(195_000) },
      }),
  },
  'login-password': {
    what: 'a password of 195 KB of combining marks, of a stranger',
    everyMs: 200,
    once: (target) => {
      const body = { username: 'lab-admin', password: marks(195_000) }
      return send(target, { path: '/api/login', body, as: '' })
    },
  },
  'csv-cell': {
    what: 'a CSV with a cell of 195 KB of combining marks',
    everyMs: 200,
    once: (target) =>
      send(target, { path: '/api/customers/import', body: markedRow, type: 'text/csv' }),
  },
  'line-feeds': {
    what: 'X12 of 100 KB that ends its segments with a line feed',
    everyMs: 200,
    once: (target) =>
      send(target, { path: '/api/edi/interchanges', body: lineFeeds, type: x12Type }),
  },
  unread: { what: '800 connections that never read', everyMs: 100, once: neverRead },
  bodies: {
    what: '80 bodies of 10 MiB of strangers',
    everyMs: 500,
    once: (target) => many(80, () => largeBody(target)),
  },
  search: {
    what: 'three searches at once, of as many words and letters as are allowed',
    everyMs: 50,
    once: (target) =>
      many(3, (place) => {
        return send(target, { method: 'GET', path: `/api/search?q=${costlyQuery(place)}` })
      }),
  },
  'list-search': {
    what: 'three lists at once, searched for as many words as are allowed',
    everyMs: 50,
    once: (target) =>
      many(3, (place) => {
        return send(target, {
          method: 'GET',
          path: `/api/customers?limit=100&q=${costlyQuery(place)}`,
        })
      }),
  },
  logins: {
    what: 'A7: 16 log-ins at a time under made-up names, without end',
    everyMs: 0,
    once: (target) =>
      many(16, (place) => {
        const body = { username: `nobody-${place}`, password: 'a wrong password' }
        return send(target, { path: '/api/login', body, as: '' })
      }),
  },
  'whole-lists': {
    what: '30 whole lists of 20,000 customers',
    everyMs: 100,
    once: (target) => many(30, () => send(target, { method: 'GET', path: '/api/customers' })),
  },
  segments: {
    what: 'X12 of 1,000,000 segments of a stranger',
    everyMs: 500,
    once: (target) =>
      send(target, { path: '/api/edi/interchanges', body: segments, type: x12Type }),
  },
  'wrong-rows': {
    what: 'a CSV of 5,000 wrong rows',
    everyMs: 200,
    once: (target) =>
      send(target, { path: '/api/customers/import', body: invalidRows, type: 'text/csv' }),
  },
  statements: {
    what: '60 statements at once',
    everyMs: 100,
    once: (target) =>
      many(60, () => send(target, { method: 'GET', path: '/api/customers/1/statement/pdf' })),
  },
  'long-notes': {
    what: '60 papers at once of an order whose notes are a word of 5,000 characters',
    everyMs: 100,
    once: (target) => {
      const path = `/api/sales-orders/${longNotesOrder.id}/confirmation/pdf`
      return many(60, () => send(target, { method: 'GET', path }))
    },
  },
  flood: {
    what: '16 calls at a time, without end',
    everyMs: 0,
    once: (target) =>
      many(16, () => send(target, { method: 'GET', path: '/api/customers?limit=1' })),
  },
} satisfies Record<string, Attack>

/** Requests that once filled the memory, and are not measured beside other work. */
const memoryAttacks = {
  'unread-lists': {
    what: '200 connections that never read lists of 1,000 customers',
    everyMs: 100,
    once: (target) => {
      const path = '/api/customers?limit=1000'
      return requestWithoutReading(target, { path, connections: 200, requests: 5, forMs: 600_000 })
    },
  },
} satisfies Record<string, Attack>

export const allAttacks = { ...attacks, ...memoryAttacks }
export type AttackName = keyof typeof allAttacks
