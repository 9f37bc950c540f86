import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Request, send } from '#platform/web/api-client.ts'
import { type Attempt, FormDialog } from '../form/FormDialog.tsx'
import { unsavedInput } from '../form/prefill-from-search-text.ts'
import { rereadBy } from '../form/use-save-form.ts'
import type { Notice } from '../notices/toast.ts'
import type { MasterRow, MasterScreen } from './master-screen.ts'

/** What a page passes to the form of its records. */
export type MasterFormProps<Row> = {
  /** The edited record; undefined for a new one. */
  record?: Row
  /** The initial text of a new record's code, name or email. */
  begun?: string | undefined
  onClose: () => void
}

/** The request of an update: the record, and the attempt. */
export type UpdateRequest = Attempt & { params: { id: number } }

type FormOfRecord<Row extends MasterRow, Body, Values, Wire extends Body> = MasterFormProps<Row> & {
  screen: MasterScreen<Row, Body>
  schema: z.ZodMiniType<unknown, Wire>
  valuesOf: (record?: Row) => Values
  toWire: (values: Values) => Wire
  /** The fields that a search text without result begins. */
  names: Record<'code' | 'name' | 'email', string & keyof Values>
  /** The toast of a write, if its text depends on the answer. */
  notice?: (done: string) => (answer: Row, request: { body?: Wire | undefined }) => Notice
  /** Updates the record by another endpoint. */
  update?: ((request: UpdateRequest, body: Wire) => Promise<unknown>) | undefined
  children: ReactNode
}

/** The form of a new or an existing record. */
export function MasterForm<
  Row extends MasterRow,
  Body,
  Values extends FieldValues,
  Wire extends FieldValues & Body,
>(props: FormOfRecord<Row, Body, Values, Wire>) {
  const { screen, record, begun, valuesOf, names } = props
  const title = capitalize(screen.noun)
  const save = useSave(props)
  return (
    <FormDialog
      title={record ? `Edit ${title}` : `Create New ${title}`}
      schema={props.schema}
      values={valuesOf(record)}
      // The names are fields of the form, whose values are text.
      initialValues={unsavedInput(begun, names) as unknown as Partial<Values>}
      toWire={props.toWire}
      submitLabel={record ? `Update ${title}` : `Create ${title}`}
      another={!record}
      onClose={props.onClose}
      onSave={save}
      {...(record && {
        version: record.version,
        reread: rereadBy(async () => {
          const params = { id: record.id }
          return (await send(screen.read, { params })) as unknown as Row
        }, valuesOf),
      })}
    >
      {props.children}
    </FormDialog>
  )
}

function useSave<Row extends MasterRow, Body, Values, Wire extends Body>({
  screen,
  record,
  notice,
  update,
}: FormOfRecord<Row, Body, Values, Wire>) {
  const { noun, refreshes } = screen
  // `masterScreen` checks that both endpoints take this form and answer with the record.
  const success = (done: string) => {
    const text = `${capitalize(noun)} ${done} successfully`
    if (!notice) return text
    return (answer: unknown, request: object) =>
      notice(text)(answer as Row, request as { body?: Wire })
  }
  const creation = useWrite(screen.create, {
    refreshes,
    success: success('created'),
    failure: `Failed to create ${noun}`,
  })
  const change = useWrite(screen.update, {
    refreshes,
    success: success('updated'),
    failure: `Failed to update ${noun}`,
  })
  return (body: Wire, attempt: Attempt): Promise<unknown> => {
    const { idempotencyKey } = attempt
    const created: object = { body, idempotencyKey }
    if (!record) return creation.run(created as Request<Endpoint>)
    const request = { params: { id: record.id }, ...attempt }
    if (update) return update(request, body)
    const changed: object = { ...request, body }
    return change.run(changed as Request<Endpoint>)
  }
}
