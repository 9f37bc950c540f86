import { expect, test } from 'vitest'
import { emailTasks } from './email-thread-task.ts'

/** An email in base64 with a file. */
function emailWith(content: Buffer, charset: string): string {
  const lines = [
    'From: buyer@example.com',
    'Subject: Order',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'See the file',
    '--part',
    `Content-Type: text/csv; name=order.csv${charset && `; charset=${charset}`}`,
    'Content-Disposition: attachment; filename=order.csv',
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64'),
    '--part--',
    '',
  ]
  return Buffer.from(lines.join('\r\n')).toString('base64')
}

const csv = 'SKU,Ship to\nWID-100,Café\n'
const utf16 = Buffer.from(`\uFEFF${csv}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(csv), ''],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${csv}`), ''],
  ['UTF-16, little end first', utf16, ''],
  ['UTF-16, big end first', Buffer.from(utf16).swap16(), ''],
  ['Windows-1252, as Excel saves it', Buffer.from(csv, 'latin1'), ''],
  ['an unknown charset', Buffer.from(csv, 'latin1'), 'x-unknown'],
  // 0x8E is é in Mac OS Roman, and Ž in Windows-1252.
  ['the charset of the email', Buffer.from(csv.replace('é', '\u008E'), 'latin1'), 'macintosh'],
])('an attached file in %s is read', async (_, content, charset) => {
  const { text, unread } = await emailTasks.email(emailWith(content, charset))
  expect(text).toContain(`Attachment order.csv\n\n${csv}`)
  expect(unread).toEqual([])
})
