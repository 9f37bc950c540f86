import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { FormDialogProps } from './FormDialog.tsx'
import { errorsInForm } from './line-index-map.ts'

/** A form that stores the typed values and validates the request body made from them. */
export function useWireForm<Values extends FieldValues, Wire extends FieldValues>(
  props: Pick<FormDialogProps<Values, Wire>, 'schema' | 'toWire' | 'values' | 'initialValues'>,
) {
  const { schema, toWire, values, initialValues } = props
  const resolver = useMemo(() => {
    const check = standardSchemaResolver<Wire, unknown, unknown>(schema, undefined, { raw: true })
    // The library types a resolver by the field values; this one returns the body.
    return (async (typed: Values, context: unknown, options: never) => {
      const body = toWire(typed)
      const checked = await check(body, context, options)
      return { ...checked, errors: errorsInForm(body, checked.errors) }
    }) as never
  }, [schema, toWire])
  return useForm<Values, unknown, Wire>({
    defaultValues: { ...values, ...initialValues } as DefaultValues<Values>,
    resolver,
    shouldFocusError: false,
  })
}
