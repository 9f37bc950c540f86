import { describe, expect, test } from 'vitest'
import { bouncedRecipients, parseDeliveryReport } from './delivery-report.ts'

const id = '0197c2f4-5d8e-4c1a-9b6f-2f3f0a1b2c3d'
const returned = `Message-ID: <${id}@prizm.example>\r\nSubject: Order SO-1\r\n`

/** A report about one recipient with these fields. */
const statusOf = (...fields: string[]) =>
  ['Reporting-MTA: dns; mail.example', '', ...fields, ''].join('\r\n')
const failedOf = (...fields: string[]) =>
  parseDeliveryReport({ status: statusOf('Action: failed', ...fields), returned }).failed

describe('a delivery report', () => {
  test('names the email, the failed recipients and the answers of their servers', () => {
    const status = [
      statusOf('Final-Recipient: rfc822; Ann@Northwind.example', 'Action: failed'),
      'Original-Recipient: rfc822;<boss@northwind.example>\r\n',
      'FINAL-RECIPIENT: RFC822; boss@mail.northwind.example\r\n',
      'ACTION: Failed (mailbox full)\r\nStatus: 5.2.2 (over quota)\r\n',
      'Diagnostic-Code: smtp;552 mailbox full;\r\n\ttry later\r\n\r\n',
      'Final-Recipient: rfc822; ok@northwind.example\r\nAction: delivered\r\nStatus: 2.0.0\r\n',
    ]
    const [first = '', ...others] = status
    const text = `${first}\r\n${others.join('')}`
    expect(parseDeliveryReport({ status: text, returned })).toEqual({
      messageId: id,
      failed: [
        { addresses: ['ann@northwind.example'], reason: 'no reason given' },
        {
          addresses: ['boss@northwind.example', 'boss@mail.northwind.example'],
          reason: '5.2.2 552 mailbox full; try later',
        },
      ],
    })
  })

  test.each(['delayed', 'relayed', 'delivered', 'expanded', ''])(
    'that says %j is about no failure',
    (action) => {
      const status = statusOf(`Action: ${action}`, 'Status: 4.4.1')
      expect(parseDeliveryReport({ status, returned }).failed).toEqual([])
    },
  )

  test('without text for programs is about no failure', () => {
    const nothing = { messageId: null, failed: [] }
    expect(parseDeliveryReport({ status: '', returned: '' })).toEqual(nothing)
  })

  test.each([
    ['another form', 'Message-ID: <20260303150000.5C6F7@mail.example>\r\n'],
    ['one outside the head', `Subject: Hello\r\n\r\nMessage-ID: <${id}@prizm.example>\r\n`],
    ['that of another email', `References: <${id}@prizm.example>\r\n`],
    ['none', ''],
  ])('whose email has as its Message-ID %s names none of ours', (_, text) => {
    const status = statusOf('Action: failed')
    expect(parseDeliveryReport({ status, returned: text }).messageId).toBeNull()
  })

  test('finds a Message-ID on the next line, in capital letters', () => {
    const text = `\r\nMESSAGE-ID:\r\n <${id.toUpperCase()}@prizm.example>\r\n`
    expect(parseDeliveryReport({ status: '', returned: text }).messageId).toBe(id)
  })

  test('has reasons of one line and at most 500 characters', () => {
    const [long] = failedOf(`Diagnostic-Code: smtp; ${'x'.repeat(600)}`)
    expect(long?.reason).toBe('x'.repeat(500))
    const [odd] = failedOf('Diagnostic-Code: smtp; 550 a\u0000b\u202Ec\u2028d')
    expect(odd?.reason).toBe('550 a b c d')
  })

  test('has at most 50 recipients', () => {
    const group = 'Action: failed\r\n\r\n'
    const { failed } = parseDeliveryReport({ status: group.repeat(60), returned })
    expect(failed).toHaveLength(50)
  })

  test('of 64 KB without an end of a line is read in linear time', () => {
    for (const sign of [' ', '\n', '\n ', ':', '<', '\r', ';', '1.']) {
      const text = sign.repeat(65_536)
      expect(parseDeliveryReport({ status: text, returned: text }).messageId).toBeNull()
    }
  })
})

describe('the recipients of an email that bounced', () => {
  const failed = (...addresses: string[]) => [{ addresses, reason: 'No' }]

  test('are those that the report names', () => {
    const recipients = ['a@x.example', 'b@x.example']
    const bounced = [{ address: 'b@x.example', reason: 'No' }]
    expect(bouncedRecipients(recipients, failed('b@x.example'))).toEqual(bounced)
    expect(bouncedRecipients(recipients, failed('b@x.example', 'home@y.example'))).toEqual(bounced)
  })

  test('are each named once', () => {
    const twice = [...failed('b@x.example'), ...failed('b@x.example')]
    expect(bouncedRecipients(['b@x.example'], twice)).toHaveLength(1)
  })

  test('are the only one, if its mailbox forwards to the address of the report', () => {
    expect(bouncedRecipients(['a@x.example'], failed('home@y.example'))).toEqual([
      { address: 'a@x.example', reason: 'No' },
    ])
  })

  test('are unknown, if the report names none of several', () => {
    expect(bouncedRecipients(['a@x.example', 'b@x.example'], failed('c@y.example'))).toEqual([
      { address: null, reason: 'No' },
    ])
  })
})
