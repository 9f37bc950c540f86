import { DateField } from '#platform/ui/form/Fields.tsx'

/** The posting date of a step, as every form that has one asks for it. */
export function PostingDateField() {
  return <DateField name="postedOn" label="Posting Date" hint="Defaults to today" />
}
