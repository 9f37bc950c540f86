// The SQL that the lists of reports share for the customer or vendor of a row, its party.

type Party = { table: string; alias: string; noun: 'customer' | 'vendor' }

/**
 * The SQL that joins, filters and searches report rows `o` by their customer or vendor: for a
 * vendor `join vendors v on v.id = o.vendor_id`.
 */
export function partySql({ table, alias, noun }: Party) {
  const id = `o.${noun}_id`
  const code = `${alias}.${noun}_code`
  const name = `${alias}.name`
  const joins = `join ${table} ${alias} on ${alias}.id = ${id}`
  return {
    /** The columns of a row as it is answered. */
    columns: `${id} as "${noun}Id", ${code} as "${noun}Code", ${name} as "${noun}Name"`,
    joins,
    id,
    /** The field that filters by code. */
    code: {
      sql: `lower(${code})`,
      isFolded: true,
      within: `${id} = any(array(select ${alias}.id from ${table} ${alias} where %))`,
    },
    /** The search by code and name. */
    search: { key: id, id: `${alias}.id`, from: `${table} ${alias}`, columns: [code, name] },
  }
}
