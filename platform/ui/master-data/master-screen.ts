import type { AnswerOf, Endpoint, WireBodyOf, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { type RowOf, useWrite } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import type { Request } from '#platform/web/api-client.ts'
import { useRecord } from '../records/use-record.ts'
import { useRemoval } from '../records/use-removal.ts'
import type { ImportColumn } from '#platform/kernel/import.ts'

// The screens of master data: records with a code, such as customers, vendors and SKUs, whose
// list, details, form, import and recently deleted records work alike.

/** The fields of a record that these screens use. */
export type MasterRow = { id: number; name: string; isActive: boolean; version: number }

/** The texts and endpoints of one kind of master data. `Body` is the form as it is sent. */
export type MasterScreen<Row extends MasterRow, Body = unknown> = {
  /** The singular within a sentence: `customer`, `SKU`. */
  noun: string
  /** The plural at the start of a sentence: `Customers`. */
  nouns: string
  /** The list as its contract declares it. */
  declaredList: { name: string; defaultSort: string }
  list: Endpoint
  read: Endpoint
  create: Endpoint
  update: Endpoint
  deletion: Endpoint
  restoration: Endpoint
  deleted: Endpoint
  /** The endpoints whose answers a write changes. */
  refreshes: readonly Endpoint[]
  codeOf(this: void, row: Row): string
  /** The list query that finds a record by its code. */
  lookUp(this: void, code: string | undefined): object
  /** The form that activates or deactivates a record: its required fields are unchanged. */
  activation(this: void, row: Row, isActive: boolean): Body
  /** The import of a CSV file. */
  file: {
    columns: readonly ImportColumn[]
    importing: Endpoint
    undoing: Endpoint
    recent: { endpoint: Endpoint; query: object }
    sample: string
  }
}

/** The endpoints whose types must fit: `Form` is the update, and `List` the list. */
type TypedEndpoints<Row, List extends Endpoint, Form extends FormEndpoint> = {
  list: List & (RowOf<List> extends Row ? unknown : 'Its rows are other records')
  read: Endpoint & Pick<Form, 'returns'>
  create: Endpoint & Pick<Form, 'body' | 'returns'>
  update: Form & (AnswerOf<Form> extends Row ? unknown : 'It answers with another record')
  lookUp(this: void, code: string | undefined): WireQueryOf<List>
}
type FormEndpoint = Endpoint & Required<Pick<Endpoint, 'body' | 'returns'>>

/** Declares the screens of one kind of master data, whose types fit each other. */
export function masterScreen<
  Row extends MasterRow,
  List extends Endpoint,
  Form extends FormEndpoint,
>(
  screen: Omit<MasterScreen<Row, WireBodyOf<Form>>, keyof TypedEndpoints<Row, List, Form>> &
    TypedEndpoints<Row, List, Form>,
): MasterScreen<Row, WireBodyOf<Form>> {
  // Every list query is an object.
  return screen as unknown as MasterScreen<Row, WireBodyOf<Form>>
}

/** The record whose code is in the URL, with its neighbors if it is in the list shown. */
export function useMasterRecord<Row extends MasterRow>(
  screen: MasterScreen<Row>,
  { list, code }: { list: ListState; code: string | undefined },
) {
  const found = useRecord({
    endpoint: screen.list,
    list,
    usualSort: screen.declaredList.defaultSort,
    // `masterScreen` checks that the list has these rows and takes this query.
    codeOf: (row) => screen.codeOf(row as unknown as Row),
    code,
    lookUp: screen.lookUp(code) as unknown as WireQueryOf<Endpoint>,
  })
  return { ...found, record: found.record as unknown as Row | undefined }
}

/** The writes of the list and the details, each with a toast; a deletion can be undone. */
export function useMasterWrites<Row extends MasterRow>(screen: MasterScreen<Row>) {
  const { noun, codeOf, deletion, restoration, refreshes } = screen
  const change = useWrite(screen.update, {
    refreshes,
    success: `${capitalize(noun)} updated successfully`,
    failure: `Failed to update ${noun}`,
  })
  const setActive = (row: Row, isActive: boolean) => {
    const body = screen.activation(row, isActive)
    const request: object = { params: { id: row.id }, body, ifMatch: row.version }
    return change.tryRun(request as Request<Endpoint>)
  }
  const removal = useRemoval<Row>({
    noun,
    codeOf,
    deletion,
    restoration,
    refreshes,
    deactivate: (row) => void setActive(row, false),
  })
  return { ...removal, setActive }
}
