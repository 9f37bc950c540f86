import type { AddressInfo } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import type { LetterDetails } from '#features/dunning/contract.ts'
import { test as base, type TestData, startProgram } from './fixtures.ts'

// Runs the built program with a real local mail server, which accepts mail or rejects it with a
// reason.

type TestMailbox = {
  url: string
  /** The received emails: recipients, and the full text with each header in one line. */
  receivedEmails: { to: string[]; text: string }[]
  refused: Set<string>
}

export const test = base.extend<object, { post: TestMailbox }>({
  post: [
    async ({ browserName: _ }, give) => {
      const receivedEmails: TestMailbox['receivedEmails'] = []
      const refused = new Set<string>()
      const server = serverOf(receivedEmails, refused)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.server.address() as AddressInfo
      await give({ url: `smtp://127.0.0.1:${port}`, receivedEmails, refused })
      await new Promise<void>((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ post }, give) => {
      const program = await startProgram({ SMTP_URL: post.url })
      await give(program)
      await program.stop()
    },
    { scope: 'worker' },
  ],
})

function serverOf(
  received: TestMailbox['receivedEmails'],
  refused: ReadonlySet<string>,
): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _, done) =>
      done(
        refused.has(address)
          ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: unfolded(Buffer.concat(parts).toString('utf8')) })
        done()
      })
    },
  })
}

/** The message with each header in one line (RFC 5322, 2.2.3); no line of a body begins blank. */
function unfolded(message: string): string {
  return message.replaceAll(/\r\n[ \t]+/g, ' ')
}

export const companyName = 'Prizm Supplies'
export const companyAddress = '1 Main Street\nSpringfield, IL 62701'

/** Sets the company name and address, and the email sender. */
export const configureCompany = (testData: TestData) =>
  testData.changed('/api/settings', {
    companyName,
    companyAddress,
    mailSender: 'office@prizm.example',
  })

/** Creates a customer whose invoice over 60.00 is long overdue, so that a reminder is due. */
export async function createOverdueCustomer(given: TestData, email: string) {
  const fields = { customerCode: given.code('DL'), name: given.code('Northwind'), email }
  const customer = await given.customer({ ...fields, creditLimit: '1000.00', paymentTerms: 'COD' })
  await given.made('/api/sales-orders', {
    orderNumber: given.code('DLO'),
    customerId: customer.id,
    status: 'delivered',
    orderDate: '2026-01-02',
    shipDate: '2026-01-05',
    totalAmount: '60.00',
  })
  return customer
}

/** Creates the reminder of an overdue customer; `request` is signed in and reads the invoice. */
export async function createReminder(given: TestData, email: string, request: APIRequestContext) {
  const customer = await createOverdueCustomer(given, email)
  const found = await request.get(`/api/invoices?customerId=${customer.id}`)
  const [invoice] = (await found.json()) as { id: number }[]
  const letters = [{ customerId: customer.id, invoiceIds: [invoice?.id] }]
  const [letter] = await given.made<LetterDetails[]>('/api/dunning/letters', { letters })
  return { customer, letterNumber: letter?.letterNumber ?? '' }
}
