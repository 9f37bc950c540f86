import type { CompanyProfile } from '../company-profile.ts'

/** The form field for one part of the profile. */
type CompanyField = {
  section: 'Company' | 'Addresses' | 'Contact' | 'Payment' | 'Documents'
  label: string
  hint: string
} & (
  | { kind: 'text' | 'area' | 'color'; options?: never }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** The form fields of the profile, in form order; the type requires every part. */
export const companyFields: Record<keyof CompanyProfile, CompanyField> = {
  companyName: {
    section: 'Company',
    kind: 'text',
    label: 'Company name',
    hint: 'Printed at the top of every document.',
  },
  companyLegalName: {
    section: 'Company',
    kind: 'text',
    label: 'Legal name',
    hint: 'The registered name, if it differs.',
  },
  taxNumbers: {
    section: 'Company',
    kind: 'area',
    label: 'Tax numbers',
    hint: 'One per line, such as EIN 12-3456789.',
  },
  companyCountry: {
    section: 'Company',
    kind: 'text',
    label: 'Country',
    hint: 'Addresses in this country are printed without it.',
  },
  companyAddress: {
    section: 'Addresses',
    kind: 'area',
    label: 'Office address',
    hint: 'Street, then city, state and ZIP code.',
  },
  remitToAddress: {
    section: 'Addresses',
    kind: 'area',
    label: 'Remit-to address',
    hint: 'Where customers send checks. Defaults to the office.',
  },
  receivingAddress: {
    section: 'Addresses',
    kind: 'area',
    label: 'Receiving address',
    hint: 'Where vendors deliver and returns go. Defaults to the office.',
  },
  companyPhone: { section: 'Contact', kind: 'text', label: 'Phone', hint: '' },
  companyEmail: { section: 'Contact', kind: 'text', label: 'Email', hint: '' },
  companyWeb: { section: 'Contact', kind: 'text', label: 'Website', hint: '' },
  companyContact: {
    section: 'Contact',
    kind: 'text',
    label: 'Other contact details',
    hint: 'One line, such as a fax number.',
  },
  bankDetails: {
    section: 'Payment',
    kind: 'area',
    label: 'Bank details',
    hint: 'Bank, routing and account number for transfers.',
  },
  checksPayableTo: {
    section: 'Payment',
    kind: 'text',
    label: 'Checks payable to',
    hint: 'Empty if you do not accept checks.',
  },
  invoiceFooter: {
    section: 'Payment',
    kind: 'area',
    label: 'Text below invoices',
    hint: 'For example, retention of title or a thank-you.',
  },
  accentColor: {
    section: 'Documents',
    kind: 'color',
    label: 'Accent color',
    hint: 'For titles and lines; dark enough to read on white.',
  },
  paperSize: {
    section: 'Documents',
    kind: 'choice',
    label: 'Paper size',
    hint: 'Of PDFs. Printing from the browser uses the printer’s paper.',
    options: [
      { value: 'letter', label: 'Letter' },
      { value: 'a4', label: 'A4' },
    ],
  },
  dateStyle: {
    section: 'Documents',
    kind: 'choice',
    label: 'Dates',
    hint: 'How dates are printed on documents.',
    options: [
      { value: 'us', label: '12/26/2026' },
      { value: 'long', label: 'December 26, 2026' },
      { value: 'day-first', label: '26 Dec 2026' },
      { value: 'iso', label: '2026-12-26' },
    ],
  },
  pdfFormat: {
    section: 'Documents',
    kind: 'choice',
    label: 'PDF files',
    hint: 'Both can be read by a screen reader. Archives may require PDF/A-3.',
    options: [
      { value: 'pdf', label: 'PDF' },
      { value: 'pdf-a-3', label: 'PDF/A-3' },
    ],
  },
}
