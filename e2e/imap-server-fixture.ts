import type { AddressInfo } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'
import { test as base, startProgram } from './fixtures.ts'

// Runs the built program with a mailbox on a local IMAP server, which it reads when it starts and
// every 30 seconds.

type TestMailbox = {
  url: string
  /** Adds an email to the mailbox, as a mail server does that receives one. */
  receive: (raw: string) => void
}

const hourMs = 3_600_000

export const test = base.extend<object, { mailbox: TestMailbox }>({
  mailbox: [
    async ({ browserName: _ }, give) => {
      const server = hoodiecrow({
        plugins: ['ID', 'ENABLE', 'NAMESPACE'],
        storage: { INBOX: { messages: [] } },
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.server.address() as AddressInfo
      // The program reads what arrived since its first poll, which may still be under way.
      const receive = (raw: string) =>
        server.appendMessage('INBOX', [], internalDate(new Date(Date.now() + hourMs)), raw)
      await give({ url: `imap://testuser:testpass@127.0.0.1:${port}/INBOX`, receive })
      await new Promise<void>((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ mailbox }, give) => {
      const program = await startProgram({ IMAP_URL: mailbox.url })
      await give(program)
      await program.stop()
    },
    { scope: 'worker' },
  ],
})

/** A time as an IMAP server writes it: `03-Mar-2026 15:00:00 +0000` (RFC 3501, INTERNALDATE). */
function internalDate(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ')
  return `${day}-${month}-${year} ${clock} +0000`
}
