import { partySql } from '#platform/server/reports/party-sql.ts'

/** The SQL of the customer of each row `o`. */
export const customer = partySql({ table: 'customers', alias: 'c', noun: 'customer' })
