import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { answerBroken } from './problem-document.ts'

/** The response to a request that failed with this error code. */
function answerTo(code: string): Promise<string> {
  const error = Object.assign(new Error('broken'), { code })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    answerBroken(error, socket)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
      let text = ''
      caller.on('data', (piece) => (text += String(piece)))
      caller.on('close', () => server.close(() => resolve(text)))
    })
  })
}

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'The request did not arrive within 30 seconds'],
  ['HPE_HEADER_OVERFLOW', 431, 'The headers of the request are larger than 16 KiB'],
  ['HPE_INVALID_METHOD', 400, 'The request is not valid HTTP'],
])('P37 %s gets %i with a problem document', async (code, status, detail) => {
  const [head = '', body = ''] = (await answerTo(code)).split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(head).toContain('application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, detail })
})
