// How statements compare customer POs, as `poKey` does.

const withoutBlanks = (po: string) => `regexp_replace(lower(${po}), '\\s', '', 'g')`

/**
 * A customer PO without case, blanks and leading zeros: the expression of the index
 * `sales_orders_po_of_customer`. `po` is a column or a parameter.
 */
export const poKeySql = (po: string) => `ltrim(${withoutBlanks(po)}, '0')`

/**
 * Whether the PO in a column is the other one, by the index. POs of zeros alone all have an empty
 * key, so that they are compared with their zeros.
 */
export const samePoSql = (column: string, other: string) =>
  `${column} is not null and ${poKeySql(column)} = ${poKeySql(other)}
   and (${poKeySql(other)} <> '' or ${withoutBlanks(column)} = ${withoutBlanks(other)})`
