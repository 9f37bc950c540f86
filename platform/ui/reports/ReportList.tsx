import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { type Address, hrefOf, useOpenAddress } from '#platform/web/screen-address.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import { DataTable, type DataTableProps } from '../table/DataTable.tsx'

type DeclaredProps = 'name' | 'usualSort' | 'hrefOf' | 'empty'

export type ReportListProps<E extends Endpoint, Row extends { id: number }> = Omit<
  DataTableProps<E, Row>,
  DeclaredProps
> & {
  /** The list as its contract declares it. */
  declaredList: { name: string; defaultSort: string }
  /** Where a row opens. */
  addressOf: (row: Row) => Address
  /** The text of an empty list. */
  empty: string
}

/** A list of a report, whose rows open at an address, by default by leaving the list. */
export function ReportList<E extends Endpoint, Row extends { id: number } & RowOf<E>>({
  declaredList,
  addressOf,
  empty,
  ...table
}: ReportListProps<E, Row>) {
  const openAddress = useOpenAddress()
  return (
    <DataTable<E, Row>
      onOpen={(row) => void openAddress(addressOf(row))}
      {...table}
      name={declaredList.name}
      usualSort={declaredList.defaultSort}
      hrefOf={(row) => hrefOf(addressOf(row))}
      empty={<p className="text-muted">{empty}</p>}
    />
  )
}
