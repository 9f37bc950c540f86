import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import type { Company, PrintedDocument } from '../../printed-document.ts'
import { encodeGray } from '../printed-documents/png-testing.ts'
import { barsIn, boxOf, decodeBarcode } from '../testing.ts'
import { pdfOf } from './pdf-queue.ts'

// The first address of a document is seen through the window of an envelope, whatever is in the
// letterhead and the title.

const inch = 72
const millimeter = 72 / 25.4

/**
 * A #10 envelope: the window is 7/8 inch from the left and 1/2 inch from the bottom, 4 1/2 by 1 1/8
 * inches. A DIN long envelope, on the address field of DIN 5008, form B: 20 mm from the left, from
 * 45 to 90 mm, 90 mm wide.
 */
const windows = {
  letter: { left: 0.875 * inch, right: 5.375 * inch, top: 2.04 * inch, bottom: 3.17 * inch },
  a4: {
    left: 20 * millimeter,
    right: 110 * millimeter,
    top: 45 * millimeter,
    bottom: 90 * millimeter,
  },
} as const

const usualCompany: Company = {
  ...emptyCompany,
  companyLogo: '',
  companyName: 'Prizm Supply Co.',
  companyLegalName: 'Prizm Supply Company, Inc.',
  companyAddress: '1200 Commerce Street, Suite 400\nColumbus, OH 43215',
  companyPhone: '(614) 555-0142',
  companyEmail: 'accounts@prizm-supply.example',
  companyWeb: 'www.prizm-supply.example',
  taxNumbers: 'EIN 31-0005120',
}

const name = 'Northwind Industrial Fasteners and Precision Components (C-1042)'
const address = 'Attn: Ann Lee\nBuilding 7, Dock 12\n2 Side Street\nToronto, ON M5V 2T6'

const plain: PrintedDocument = {
  title: 'Invoice',
  number: 'INV-1000001',
  parties: [
    { title: 'Bill to', name, address },
    { title: 'Ship to', name: 'Northwind, Plant 2', address: '9 Mill Road\nAkron, OH 44308' },
  ],
  facts: [['Date', '3/2/2026']],
  columns: [{ head: 'SKU' }, { head: 'Description', isWide: true }, { head: 'Amount' }],
  rows: [['SKU-1', 'Hex bolt', '$1.00']],
  sums: [{ name: 'Total', amount: '$1.00', isStrong: true }],
  notes: null,
  filing: { name: 'Invoice INV-1000001', party: 'C-1042', on: day('2026-03-02') },
}
/** The highest title: two lines, a mark and a subtitle. */
const marked: PrintedDocument = {
  ...plain,
  title: 'Return Authorization of Goods',
  mark: 'CANCELLED',
  subtitle: 'Revision 3',
}

const logo = encodeGray({ width: 190, height: 40, pixels: new Uint8Array(190 * 40) })

describe.each(['letter', 'a4'] as const)('on %s paper', (paperSize) => {
  test.each([
    ['a plain title', plain, undefined],
    ['a title of two lines with a mark', marked, undefined],
    ['a logo', plain, logo],
    ['a logo and a title of two lines with a mark', marked, logo],
  ])('an address of six lines is in the window with %s', async (_what, content, picture) => {
    const company = { ...usualCompany, paperSize }
    const pdf = await pdfOf({ content, company, logo: picture })
    const box = await boxOf(pdf, `${name} ${address}`)
    const { left, right, top, bottom } = windows[paperSize]
    expect(box.left).toBeGreaterThanOrEqual(left)
    expect(box.right).toBeLessThanOrEqual(right)
    expect(box.top).toBeGreaterThanOrEqual(top)
    expect(box.bottom).toBeLessThanOrEqual(bottom)
    // The other address is below the window.
    const other = await boxOf(pdf, 'SHIP TO Northwind, Plant 2')
    expect(other.top).toBeGreaterThanOrEqual(bottom)
    expect(decodeBarcode(pdf)).toBe('INV-1000001')
  })
})

test('the barcode of a long number is as wide as its column at most', async () => {
  const number = 'PO-WAREHOUSE-EXTENSION-2026-A'
  const pdf = await pdfOf({ content: { ...plain, number }, company: usualCompany })
  const bars = barsIn(pdf)
  expect(bars.length).toBeGreaterThan(80)
  expect(Math.min(...bars.map(({ x }) => x))).toBeGreaterThanOrEqual(48 + 270 + 24)
  // It ends at the margin; sums of places have rounding errors.
  expect(Math.max(...bars.map(({ x, width }) => x + width))).toBeCloseTo(612 - 48, 3)
})
