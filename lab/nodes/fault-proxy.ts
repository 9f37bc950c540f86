import { connect, createServer, type Socket } from 'node:net'
import { sleep } from './wait-until.ts'

/** A proxy between a node and its database that can be slowed, muted or cut. */
export type Proxy = {
  port: number
  /** Returns the delay of a chunk in milliseconds; called for every chunk. */
  delay: () => number
  /** While true, all data is silently dropped, as by a firewall. */
  isBlackHole: boolean
  /** While true, the next connection that sends COMMIT is cut before it gets the response. */
  cutsAtCommit: boolean
  /** Breaks all open connections; new ones are accepted. */
  cut(): void
  /** Counts forwarded and dropped chunks, and sums the delays. */
  stats: { pieces: number; swallowed: number; delayedMs: number; connections: number }
  close(): Promise<void>
}

/** Starts a proxy on a local port, a free one by default, to another local port. */
export async function startProxy(targetPort: number, ownPort = 0): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const stats = { pieces: 0, swallowed: 0, delayedMs: 0, connections: 0 }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    stats.connections += 1
    const far = connect(targetPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    cutAtCommit(near, far, proxy)
    pass(near, far, proxy)
    pass(far, near, proxy)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(ownPort, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    cut()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const proxy: Proxy = {
    port,
    delay: () => 0,
    isBlackHole: false,
    cutsAtCommit: false,
    cut,
    stats,
    close,
  }
  return proxy
}

/** Lets the commit through and drops its response: the return direction is closed first. */
function cutAtCommit(client: Socket, server: Socket, proxy: Proxy): void {
  client.on('data', (piece: Buffer) => {
    if (!proxy.cutsAtCommit || !piece.includes('commit\0')) return
    proxy.cutsAtCommit = false
    server.removeAllListeners('data')
    server.resume()
    client.on('error', () => {})
    setTimeout(() => client.destroy(), cutAfterMs)
  })
}

/** Long enough for the database to have read it. */
const cutAfterMs = 50

/** Forwards chunks in order, however long each is delayed. */
function pass(from: Socket, to: Socket, proxy: Proxy): void {
  let last = Promise.resolve()
  from.on('data', (piece) => {
    if (proxy.isBlackHole) {
      proxy.stats.swallowed += 1
      return
    }
    const ms = proxy.delay()
    proxy.stats.pieces += 1
    proxy.stats.delayedMs += ms
    const due = performance.now() + ms
    last = last.then(async () => {
      const remainingMs = due - performance.now()
      if (remainingMs > 0) await sleep(remainingMs)
      if (!to.destroyed) to.write(piece)
    })
  })
  from.on('end', () => void last.then(() => to.end()))
}
