import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { FormDialogProps } from './FormDialog.tsx'
import { errorsInForm } from './line-index-map.ts'
import { shownInputs, withUnreadInputs } from '../fields/unread-inputs.ts'

/**
 * A form that stores the typed values and validates the request body made from them, and that its
 * inputs show nothing else. `formId` is the id of its element.
 */
export function useWireForm<Values extends FieldValues, Wire extends FieldValues>(
  formId: string,
  props: Pick<FormDialogProps<Values, Wire>, 'schema' | 'toWire' | 'values' | 'initialValues'>,
) {
  const { schema, toWire, values, initialValues } = props
  const resolver = useMemo(() => {
    const check = standardSchemaResolver<Wire, unknown, unknown>(schema, undefined, { raw: true })
    // The library types a resolver by the field values; this one returns the body.
    return (async (typed: Values, context: unknown, options: never) => {
      const body = toWire(typed)
      const checked = await check(body, context, options)
      const errors = errorsInForm(body, checked.errors)
      const shown = { formId, values: typed, inputs: shownInputs(formId) }
      return { ...checked, errors: withUnreadInputs(errors, shown) }
    }) as never
  }, [formId, schema, toWire])
  return useForm<Values, unknown, Wire>({
    defaultValues: { ...values, ...initialValues } as DefaultValues<Values>,
    resolver,
    shouldFocusError: false,
  })
}
