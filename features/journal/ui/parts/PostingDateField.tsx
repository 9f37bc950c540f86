import { DateField } from '#platform/ui/form/Fields.tsx'

/** The posting date field of every form that posts. */
export function PostingDateField() {
  return <DateField name="postedOn" label="Posting Date" hint="Defaults to today" />
}
