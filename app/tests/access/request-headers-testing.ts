import { connect } from 'node:net'

export type RequestHeaders = Record<string, string>

/** The headers of a file of ten megabytes, and of a form of 900 KB. */
export const csv = { 'content-type': 'text/csv', 'content-length': String(10 * 1024 * 1024) }
export const json = { 'content-type': 'application/json', 'content-length': String(900 * 1024) }

/** Sends only the headers of a POST request and returns the response status. */
export function statusOfHeaders(
  port: number,
  path: string,
  headers: RequestHeaders,
): Promise<number> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1]))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}
