import { expect, test } from 'vitest'
import { digestLetter, emailKindsFor, notificationLetter } from './email-rules.ts'

const item = { title: 'PO-7 approved', text: 'by ana', link: '/purchase-orders?open=PO-7' }
const footer = 'You chose these emails in Prizm: bell, Notification settings.'

test('an email names the notification and links to it from the address of the program', () => {
  expect(notificationLetter(item, 'https://orders.example/')).toEqual({
    subject: 'PO-7 approved',
    text: `PO-7 approved\nby ana\nhttps://orders.example/purchase-orders?open=PO-7\n\n${footer}`,
  })
  expect(notificationLetter(item, undefined).text).toBe(`PO-7 approved\nby ana\n\n${footer}`)
})

test('a title cannot add a header, and a link leads nowhere else', () => {
  const odd = { title: 'A\r\nBcc: b@b.example', text: '', link: 'https://elsewhere.example' }
  expect(notificationLetter(odd, 'https://orders.example').subject).toBe('A Bcc: b@b.example')
  expect(notificationLetter(odd, 'https://orders.example').text).not.toContain('elsewhere')
})

test('a digest lists up to 50 notifications and says how many more there are', () => {
  const items = Array.from({ length: 52 }, (_, n) => ({ title: `T${n}`, text: '', link: null }))
  const { subject, text } = digestLetter(items, { day: '2026-03-02', linkBase: undefined })
  expect(subject).toBe('Prizm digest 2026-03-02: 52 notifications')
  expect(text.split('\n\n').slice(48)).toEqual(['T48', 'T49', '2 more are in Prizm.', footer])
  const one = digestLetter(items.slice(0, 1), { day: '2026-03-02', linkBase: undefined })
  expect(one).toEqual({
    subject: 'Prizm digest 2026-03-02: 1 notification',
    text: `T0\n\n${footer}`,
  })
})

test('credit requests are emailed only to roles that may override credit', () => {
  const roles = ['admin', 'manager', 'finance', 'sales', 'warehouse', 'viewer', 'user'] as const
  expect(roles.filter((role) => emailKindsFor({ role }).includes('credit'))).toEqual([
    'admin',
    'manager',
    'finance',
  ])
})
