import { expect, test } from 'vitest'
import {
  emailHtml,
  namesFor,
  oneLineSubject,
  sendingLabel,
  statementPeriod,
  statementsDue,
} from './rules.ts'

test.each([
  ['2026-03-01', { version: '2026-02', from: '2026-02-01', to: '2026-02-28' }],
  ['2026-01-28', { version: '2025-12', from: '2025-12-01', to: '2025-12-31' }],
  ['2028-03-31', { version: '2028-02', from: '2028-02-01', to: '2028-02-29' }],
])('the statement of %s is that of the month before', (today, period) => {
  expect(statementPeriod(today)).toEqual(period)
})

test.each([
  ['2026-03-01', ['1 to 1 for 2026-02', '26 to 28 for 2026-01']],
  ['2026-03-03', ['1 to 3 for 2026-02', '28 to 28 for 2026-01']],
  ['2026-03-04', ['1 to 4 for 2026-02']],
  ['2026-03-15', ['12 to 15 for 2026-02']],
  ['2026-03-31', ['28 to 31 for 2026-02']],
  ['2026-04-01', ['1 to 1 for 2026-03']],
  ['2028-03-02', ['1 to 2 for 2028-02', '28 to 28 for 2028-01']],
])('on %s the statements of the day and of three days before are due', (today, due) => {
  const texts = statementsDue(today).map(({ from, to, period }) => {
    return `${from} to ${to} for ${period.version}`
  })
  expect(texts).toEqual(due)
})

test('the HTML of an email has the text as it was typed, and loads nothing from outside', () => {
  const html = emailHtml('Dear <b>A & B</b>,\n\nline "1"\nline 2', 'Prizm & Sons')
  expect(html.split('\n')).toEqual([
    '<p><img src="cid:logo" alt="Prizm &amp; Sons" height="64" ' +
      'style="height:64px;width:auto;max-width:280px"></p>',
    '<p>Dear &lt;b&gt;A &amp; B&lt;/b&gt;,</p>',
    '<p>line &quot;1&quot;<br>line 2</p>',
  ])
  expect(html).not.toContain('http')
})

test.each([
  ['sent', null, 'Sent'],
  ['uncertain', null, 'May have been sent'],
  ['sent', '2026-03-03T15:00:00Z', 'Bounced'],
  ['failed', '2026-03-03T15:00:00Z', 'Bounced'],
] as const)('an email with the status %s that bounced at %s is %s', (status, bouncedAt, label) => {
  expect(sendingLabel({ status, bouncedAt })).toBe(label)
})

test('a filled-in subject is one line of at most 200 characters', () => {
  expect(oneLineSubject(' Invoice\r\nBcc: all@b.example ')).toBe('Invoice Bcc: all@b.example')
  expect(oneLineSubject('x'.repeat(300))).toHaveLength(200)
})

test('vendors get purchase orders, customers the other documents', () => {
  expect(namesFor('vendor')).toEqual(['purchase-order'])
  expect(namesFor('customer')).toEqual([
    'order-confirmation',
    'shipment-notice',
    'invoice',
    'statement',
    'dunning-letter',
  ])
})
