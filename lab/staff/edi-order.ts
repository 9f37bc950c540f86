export const ediType = 'application/edi-x12'

/** A partner's order: one unit of a SKU at 10.00. Its purpose is a new order by default. */
export type EdiOrder = {
  identifier: string
  control: number
  number: string
  sku: string
  purpose?: string
}

/** The X12 configuration of a customer; identifiers are unique. */
export function ediPartner(customerId: number, identifier: string) {
  return {
    name: 'Specimen',
    customerId,
    qualifier: 'ZZ',
    identifier,
    ownQualifier: 'ZZ',
    ownIdentifier: 'PRIZM',
    usage: 'P',
    unknownSku: 'drop',
    folder: identifier.toLowerCase(),
  }
}

/** An order as an X12 file (850), optionally with more header segments. */
export function ediOrder(
  { identifier, control, number, sku, purpose = '00' }: EdiOrder,
  more: readonly string[][] = [],
): string {
  const wide = (text: string) => text.padEnd(15)
  const nine = String(control).padStart(9, '0')
  const set = [
    ['ST', '850', '0001'],
    ['BEG', purpose, 'SA', number, '', '20260115'],
    ...more,
    ['PO1', '1', '1', 'EA', '10.00', '', 'VN', sku],
    ['CTT', '1'],
  ]
  const blanks = ['00', ' '.repeat(10), '00', ' '.repeat(10)]
  const parties = ['ZZ', wide(identifier), 'ZZ', wide('PRIZM')]
  const segments = [
    ['ISA', ...blanks, ...parties, '260115', '0930', 'U', '00401', nine, '0', 'P', '>'],
    ['GS', 'PO', identifier, 'PRIZM', '20260115', '0930', String(control), 'X', '004010'],
    ...set,
    ['SE', String(set.length + 1), '0001'],
    ['GE', '1', String(control)],
    ['IEA', '1', nine],
  ]
  return segments.map((segment) => `${segment.join('*')}~\n`).join('')
}
