import { afterEach, expect, test, vi } from 'vitest'
import { recentCommands, recordAt } from './recents.ts'

afterEach(() => vi.unstubAllGlobals())

const known = (address: string) => {
  const record = recordAt(address)
  return record && [record.kind, record.code, record.href]
}

test.each([
  ['/customers?q=acme&open=C-7&tab=orders', ['Customer', 'C-7', '/customers?open=C-7']],
  ['/skus?open=A%2FB', ['SKU', 'A/B', '/skus?open=A%2FB']],
  ['/ar-reports?open=INV-9', ['Invoice', 'INV-9', '/ar-reports?tab=invoices&open=INV-9']],
  ['/ar-reports?tab=aging&open=PAY-3', ['Payment', 'PAY-3', '/ar-reports?tab=payments&open=PAY-3']],
  ['/ar-reports?open=CM-1', ['Credit memo', 'CM-1', '/ar-reports?tab=memos&open=CM-1']],
  ['/ar-reports?open=REF-2', ['Refund', 'REF-2', '/ar-reports?tab=refunds&open=REF-2']],
  ['/ar-reports?open=DUN-4', ['Reminder', 'DUN-4', '/ar-reports?tab=reminders&open=DUN-4']],
  ['/ap-reports?tab=bills&open=12', ['Bill', '12', '/ap-reports?tab=bills&open=12']],
  ['/ap-reports?tab=credits&open=7', ['Vendor credit', '7', '/ap-reports?tab=credits&open=7']],
  ['/ap-reports?tab=payments&open=5', ['Payment', '5', '/ap-reports?tab=payments&open=5']],
])('%s opens one record', (address, record) => {
  expect(known(address)).toEqual(record)
})

test.each(['/customers', '/customers?q=open', '/ap-reports?tab=aging&open=5', '/help?open=1'])(
  '%s opens no record',
  (address) => {
    expect(known(address)).toBeUndefined()
  },
)

test('A8 a stored recent that leads to another site is not offered', () => {
  const hrefs = ['/customers?open=C-7', '//evil.example/', 'https://evil.example/', 'http://[']
  const stored = hrefs.map((href) => ({ label: href, href }))
  vi.stubGlobal('location', new URL('https://prizm.example/'))
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) })
  expect(recentCommands(1, []).map(({ href }) => href)).toEqual(['/customers?open=C-7'])
})
