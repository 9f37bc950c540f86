import { expect, test } from 'vitest'
import { emailTasks } from './email-thread-task.ts'
import { bounceReport, orderEmail } from './testing.ts'

// Delivery reports as mail servers write them, read by the mail library.

const id = '0197c2f4-5d8e-4c1a-9b6f-2f3f0a1b2c3d'
const messageId = `<${id}@prizm.example>`

const reportIn = async (raw: string) =>
  (await emailTasks.email(Buffer.from(raw).toString('base64'))).report

/** A part of an email: its type and further fields, a blank line, and its text. */
const part = (head: readonly string[], ...lines: string[]) => [...head, '', ...lines, '']

/** A report of these parts. */
const report = (head: readonly string[], parts: readonly (readonly string[])[]) =>
  [
    ...head,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; boundary="cut"; report-type=delivery-status',
    '',
    ...parts.flatMap((lines) => ['--cut', ...lines]),
    '--cut--',
    '',
  ].join('\r\n')

test('a report of Postfix returns the head of the email', async () => {
  expect(await reportIn(bounceReport({ messageId, to: 'pay@northwind.example' }))).toEqual({
    messageId: id,
    failed: [
      {
        addresses: ['pay@northwind.example', 'pay@northwind.example'],
        reason:
          '550 5.1.1 <pay@northwind.example>: Recipient address rejected: ' +
          'User unknown in virtual mailbox table',
      },
    ],
  })
})

test('a report of Gmail returns the email, and says the answer in several lines', async () => {
  const raw = report(
    [
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      'To: office@prizm.example',
      'Auto-Submitted: auto-replied',
      'Subject: Delivery Status Notification (Failure)',
      `References: ${messageId}`,
      `In-Reply-To: ${messageId}`,
    ],
    [
      [
        'Content-Type: multipart/related; boundary="inner"',
        '',
        '--inner',
        ...part(['Content-Type: text/plain; charset="UTF-8"'], '** Address not found **'),
        '--inner',
        ...part(
          [
            'Content-Type: image/png; name="icon.png"',
            'Content-Disposition: attachment; filename="icon.png"',
            'Content-Transfer-Encoding: base64',
            'Content-ID: <icon.png>',
          ],
          'iVBORw0KGgo=',
        ),
        '--inner--',
        '',
      ],
      part(
        ['Content-Type: message/delivery-status'],
        'Reporting-MTA: dns; googlemail.example',
        'Arrival-Date: Tue, 03 Mar 2026 06:59:58 -0800 (PST)',
        `X-Original-Message-ID: ${messageId}`,
        '',
        'Final-Recipient: rfc822; gone@gmail.example',
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; gmail-smtp-in.example. (192.0.2.27, the server for the domain.)',
        'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not',
        ' 550-5.1.1 exist. Please try double-checking the address for typos.',
        ' 550 5.1.1  a1-20020a05 - gsmtp',
        'Last-Attempt-Date: Tue, 03 Mar 2026 07:00:00 -0800 (PST)',
      ),
      part(
        ['Content-Type: message/rfc822'],
        'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=prizm.example;',
        '        bh=47DEQpj8HBSa=',
        `Message-ID: ${messageId}`,
        'To: gone@gmail.example',
        'Subject: Order SO-1',
        'Content-Type: text/plain',
        '',
        'Please find it.',
      ),
    ],
  )
  expect(await reportIn(raw)).toEqual({
    messageId: id,
    failed: [
      {
        addresses: ['gone@gmail.example'],
        reason:
          '550-5.1.1 The email account that you tried to reach does not 550-5.1.1 exist. Please ' +
          'try double-checking the address for typos. 550 5.1.1 a1-20020a05 - gsmtp',
      },
    ],
  })
})

test('a report of Exchange is about some of several recipients', async () => {
  const raw = report(
    ['From: postmaster@northwind.example', 'Subject: Undeliverable: Order SO-1'],
    [
      part(
        ['Content-Type: text/html; charset="us-ascii"', 'Content-Transfer-Encoding: 7bit'],
        '<p>Your message to Sales could not be delivered.</p>',
      ),
      part(
        ['Content-Type: message/delivery-status'],
        'Reporting-MTA: dns;AM0PR01.prod.exchange.example',
        'Received-From-MTA: dns;mail.prizm.example',
        '',
        'Final-Recipient: rfc822;sales@northwind.example',
        'Action: failed',
        'Status: 5.2.2',
        'Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver; over quota',
        'X-Display-Name: Sales',
        '',
        'Final-Recipient: rfc822;ap@northwind.example',
        'Action: delayed',
        'Status: 4.4.7',
        '',
        'Original-Recipient: rfc822;old@northwind.example',
        'Final-Recipient: rfc822;old-1@northwind.onmicrosoft.example',
        'Action: failed',
        'Status: 5.1.10',
      ),
      part(
        ['Content-Type: message/rfc822', 'Content-Disposition: inline'],
        'Received: from AM0PR01.example by AM0PR02.example with HTTPS;',
        ' Tue, 3 Mar 2026 15:00:00 +0000',
        'Subject: Order SO-1',
        `Message-ID: ${messageId}`,
        'Content-Type: multipart/mixed; boundary="theirs"',
        '',
        '--theirs',
        'Content-Type: text/plain',
        '',
        'Please find it.',
        '--theirs--',
      ),
    ],
  )
  expect(await reportIn(raw)).toEqual({
    messageId: id,
    failed: [
      {
        addresses: ['sales@northwind.example'],
        reason: '554 5.2.2 mailbox full; STOREDRV.Deliver; over quota',
      },
      {
        addresses: ['old@northwind.example', 'old-1@northwind.onmicrosoft.example'],
        reason: '5.1.10',
      },
    ],
  })
})

test('the parts of a report may be encoded', async () => {
  const encoded = (type: string, text: string) =>
    part(
      [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64'],
      Buffer.from(text).toString('base64'),
    )
  const status = 'Reporting-MTA: dns; m.example\n\nFinal-Recipient: rfc822; a@b.example\n'
  const raw = report(
    ['From: postmaster@b.example'],
    [
      encoded('message/delivery-status', `${status}Action: failed\nStatus: 5.0.0\n`),
      encoded('text/rfc822-headers', `Message-ID: ${messageId}\n`),
    ],
  )
  expect(await reportIn(raw)).toEqual({
    messageId: id,
    failed: [{ addresses: ['a@b.example'], reason: '5.0.0' }],
  })
})

test('a report of which only the head is known says nothing', async () => {
  const [head] = bounceReport({ messageId, to: 'a@b.example' }).split('\r\n\r\n')
  expect(await reportIn(`${head}\r\n\r\n`)).toEqual({ messageId: null, failed: [] })
})

test.each([
  ['an order', orderEmail({ id: '1', from: 'a@b.example', po: 'P-1', text: '', csv: '' })],
  [
    'a read receipt',
    bounceReport({ messageId, to: 'a@b.example' }).replace(
      'report-type=delivery-status',
      'report-type=disposition-notification',
    ),
  ],
  [
    'an email with a report attached',
    bounceReport({ messageId, to: 'a@b.example' }).replace('multipart/report', 'multipart/mixed'),
  ],
])('%s is no delivery report', async (_, raw) => {
  expect(await reportIn(raw)).toBeNull()
})
