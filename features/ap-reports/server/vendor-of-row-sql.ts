import { partySql } from '#platform/server/reports/party-sql.ts'

/** The SQL of the vendor of each row `o`. */
export const vendor = partySql({ table: 'vendors', alias: 'v', noun: 'vendor' })
