import { createContext, use } from 'react'

/** Shared by the fields of a form and its error summary. */
export type FormParts = {
  formId: string
  labels: Map<string, string>
  /** Pending lookups of fields; the form values are complete when they settle. */
  awaited: Set<Promise<unknown>>
}

export const FormPartsContext = createContext<FormParts | undefined>(undefined)

export function useFormParts(): FormParts {
  const parts = use(FormPartsContext)
  if (!parts) throw new Error('a field stands outside a form')
  return parts
}
