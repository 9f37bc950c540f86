type OrderEmail = { id: string; from: string; po: string; text: string; csv: string }

/** A raw email with an order in its text and in an attached CSV file. `id` is its Message-ID. */
export const orderEmail = ({ id, from, po, text, csv }: OrderEmail) =>
  [
    `Message-ID: <${id}@acme.example>`,
    `From: Jane Doe <${from}>`,
    'To: orders@example.com',
    `Subject: PO ${po}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--cut',
    'Content-Type: text/csv; name=lines.csv',
    'Content-Disposition: attachment; filename=lines.csv',
    '',
    csv,
    '--cut--',
    '',
  ].join('\r\n')

type BounceReport = {
  /** The Message-ID of the returned email, with its brackets. */
  messageId: string
  to: string
  action?: 'failed' | 'delayed' | 'relayed' | 'delivered'
  answer?: string
}

/** A delivery report about one recipient, as Postfix writes it. */
export const bounceReport = ({ messageId, to, action = 'failed', answer }: BounceReport) =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mail.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'To: office@prizm.example',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4B1E2.1772463600/mail.example"',
    'Message-Id: <20260303150000.5C6F7@mail.example>',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4B1E2.1772463600/mail.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mail.example.',
    '',
    "I'm sorry to have to inform you that your message could not",
    'be delivered to one or more recipients. It is attached below.',
    '',
    '--4B1E2.1772463600/mail.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    'X-Postfix-Queue-ID: 4B1E2',
    'X-Postfix-Sender: rfc822; office@prizm.example',
    'Arrival-Date: Tue,  3 Mar 2026 14:59:58 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Original-Recipient: rfc822;${to}`,
    `Action: ${action}`,
    `Status: ${/\b5\.\d\.\d\b/.exec(answer ?? '')?.[0] ?? '5.1.1'}`,
    'Remote-MTA: dns; mx.northwind.example',
    `Diagnostic-Code: smtp; ${answer ?? `550 5.1.1 <${to}>: Recipient address`}`,
    ...(answer === undefined ? ['    rejected: User unknown in virtual mailbox table'] : []),
    '',
    '--4B1E2.1772463600/mail.example',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'Return-Path: <office@prizm.example>',
    `Message-ID: ${messageId}`,
    'Date: Tue, 03 Mar 2026 14:59:58 +0000',
    'From: Prizm Supplies <office@prizm.example>',
    `To: ${to}`,
    'Subject: Order SO-1',
    '',
    '--4B1E2.1772463600/mail.example--',
    '',
  ].join('\r\n')
