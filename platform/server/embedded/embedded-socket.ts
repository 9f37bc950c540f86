import { Duplex } from 'node:stream'

type Backend = { exec(bytes: Uint8Array): Promise<Uint8Array> }

/**
 * Replaces the driver's TCP socket: speaks PostgreSQL's wire protocol (version 3,
 * https://www.postgresql.org/docs/15/protocol-flow.html) to the embedded database. Answers the
 * start-up itself, collects messages up to one that expects a response (Query, Sync, Flush,
 * CopyFail), and forwards each such group in order.
 */
export class EmbeddedSocket extends Duplex {
  readonly #backend: Backend
  #unread: Buffer = Buffer.alloc(0)
  #group: Buffer[] = []
  #isStarted = false
  #queue: Promise<void> = Promise.resolve()

  constructor(backend: Backend) {
    super()
    this.#backend = backend
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  // The driver calls these on its socket; they do nothing here.
  setNoDelay = () => this
  setKeepAlive = () => this
  setTimeout = () => this
  ref = () => this
  unref = () => this

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, chunk]) : chunk
    for (let message = this.#next(); message; message = this.#next()) this.#take(message)
    done()
  }

  override _final(done: () => void): void {
    void this.#queue.then(() => {
      this.push(null)
      done()
    })
  }

  /** The next complete message, or undefined if it is incomplete. */
  #next(): Buffer | undefined {
    const typeBytes = this.#isStarted ? 1 : 0
    if (this.#unread.length < typeBytes + 4) return undefined
    const size = this.#unread.readInt32BE(typeBytes) + typeBytes
    if (this.#unread.length < size) return undefined
    const message = this.#unread.subarray(0, size)
    this.#unread = this.#unread.subarray(size)
    return message
  }

  #take(message: Buffer): void {
    if (!this.#isStarted) return this.#greet()
    const type = String.fromCharCode(message[0] ?? 0)
    if (type === 'X') {
      this.#queue = this.#queue.then(() => void this.push(null))
      return
    }
    this.#group.push(message)
    if ('QSHf'.includes(type)) this.#send()
  }

  /** Resets the session, so that a new connection starts clean, as on a server. */
  #greet(): void {
    this.#isStarted = true
    const clean = ['rollback', 'discard all'].map((text) => frame('Q', cString(text)))
    this.#queue = clean
      .reduce(
        (before, message) => before.then(async () => void (await this.#backend.exec(message))),
        Promise.resolve(),
      )
      .then(() => void this.push(greeting))
      .catch((error: Error) => void this.destroy(error))
  }

  #send(): void {
    const bytes = Buffer.concat(this.#group)
    this.#group = []
    this.#queue = this.#queue
      .then(() => this.#backend.exec(bytes))
      .then((answer) => {
        this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
      })
      .catch((error: Error) => void this.destroy(error))
  }
}

const cString = (value: string) => Buffer.from(`${value}\0`)

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function frame(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const parameters = {
  server_version: '18.3',
  server_encoding: 'UTF8',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  integer_datetimes: 'on',
  standard_conforming_strings: 'on',
  TimeZone: 'UTC',
}

/** AuthenticationOk, the parameters, BackendKeyData and ReadyForQuery. */
const greeting = Buffer.concat([
  frame('R', int32(0)),
  ...Object.entries(parameters).map(([name, value]) => frame('S', cString(name), cString(value))),
  frame('K', int32(1), int32(1)),
  frame('Z', Buffer.from('I')),
])
