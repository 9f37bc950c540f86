import type { orderSources } from './contract.ts'

/** Display names of the order sources. */
export const sourceNames: Record<(typeof orderSources)[number], string> = {
  web: 'Web',
  phone: 'Phone',
  csv: 'CSV',
  edi: 'EDI',
  api: 'API',
  mobile: 'Mobile app',
  text: 'Pasted text',
  email: 'Email',
}
