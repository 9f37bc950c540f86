import type { orderSources } from '../../contract.ts'

/** The ways an order comes in, as people read them. */
export const sourceNames: Record<(typeof orderSources)[number], string> = {
  web: 'Web',
  phone: 'Phone',
  csv: 'CSV',
  edi: 'EDI',
  api: 'API',
  mobile: 'Mobile app',
}
