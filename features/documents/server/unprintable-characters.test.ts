import { expect, test } from 'vitest'
import { unprintableCharacters, unprintableSentence } from './unprintable-characters.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import type { Company, PrintedDocument } from '../printed-document.ts'

const company: Company = {
  ...emptyCompany,
  companyLogo: '',
  companyName: 'Prizm Supplies Inc.',
  companyAddress: '1 Main Street\nSpringfield, IL 62701',
  companyContact: 'ar@prizm.example',
  bankDetails: '',
  invoiceFooter: '',
  paperSize: 'letter',
}

const paperTo = (name: string): PrintedDocument => ({
  title: 'Invoice',
  number: 'INV-1',
  parties: [{ title: 'Bill to', name, address: null }],
  facts: [],
  columns: [{ head: 'SKU' }],
  rows: [['A-1']],
  sums: [],
  notes: null,
})

test.each([
  ['Müller Łódź Ελλάδα Київ Việt ½ € ₴ ™ – “quoted”\u00A0\u200F', ''],
  ['株式会社 サンプル 한국어 主', ''],
  ['شركة', 'شركة'],
  ['חברה', 'חברה'],
  ['ไทย', 'ไทย'],
  ['Café 😀😀 ✓', '😀✓'],
])('the PDF of a document to %j cannot show these characters: %j', (name, missing) => {
  expect(unprintableCharacters(paperTo(name), company).join('')).toBe(
    [...new Set(missing)].join(''),
  )
})

test('lists at most ten missing characters in a sentence', () => {
  expect(unprintableSentence([])).toBeNull()
  expect(unprintableSentence(['א', '😀'])).toBe('The PDF cannot show these characters: א 😀')
  const many = Array.from('אבגדהוזחטיכל')
  expect(unprintableSentence(many)).toBe(
    'The PDF cannot show these characters: א ב ג ד ה ו ז ח ט י and 2 more',
  )
})
