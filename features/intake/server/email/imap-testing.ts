import type { AddressInfo } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'
import { parseMailboxAddress } from './imap-mailbox.ts'

/** Test helper: a mailbox on an IMAP server of this machine, read over its socket. */
export async function startImapServer() {
  const server = hoodiecrow({
    plugins: ['ID', 'ENABLE', 'NAMESPACE'],
    storage: { INBOX: { messages: [] } },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const address = parseMailboxAddress(`imap://testuser:testpass@127.0.0.1:${port}/INBOX`)
  if (!address) throw new Error('The address of the test server is not a mailbox')
  const receive = (raw: string, at = '03-Mar-2026 15:00:00 +0000') =>
    server.appendMessage('INBOX', [], at, raw)
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { address, receive, close }
}
