import { isDay } from '#platform/kernel/days.ts'
import { Alert } from '../notices/Alert.tsx'
import { Field } from '../fields/Field.tsx'
import { dayReadingOf, type Draft } from './import-draft.ts'
import {
  type ImportColumn,
  dayDoubtSentence,
  type DayOrder,
  parseFileDay,
} from '#platform/kernel/import.ts'

type DateOrderChoiceProps = {
  draft: Draft
  columns: readonly ImportColumn[]
  onChoose: (days: DayOrder | undefined) => void
}

/** Shows and changes the date order of a file, if the file does not determine it. */
export function DateOrderChoice({ draft, columns, onChoose }: DateOrderChoiceProps) {
  const { days, either, doubt } = dayReadingOf(draft, columns)
  if (!either && !doubt) return null
  const optionOf = (order: DayOrder, name: string) => {
    const value = either ? parseFileDay(either.text, order) : ''
    return isDay(value) ? `${name}: ${either?.text} is ${monthNamed(value)}` : name
  }
  return (
    <div className="grid gap-2">
      {doubt && (
        <Alert tone="warning" title="Which date format does the file use?">
          {`${dayDoubtSentence(doubt)}.`}
        </Alert>
      )}
      <Field label="Date format *">
        {(control) => (
          <select
            {...control}
            className="control"
            value={days ?? ''}
            onChange={({ target }) => onChoose((target.value || undefined) as DayOrder | undefined)}
          >
            {doubt && <option value="">Choose</option>}
            <option value="month-first">{optionOf('month-first', 'Month first')}</option>
            <option value="day-first">{optionOf('day-first', 'Day first')}</option>
          </select>
        )}
      </Field>
    </div>
  )
}

const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' })

/** A date with the name of the month, so that it is unambiguous: `March 4, 2027`. */
function monthNamed(day: string): string {
  return longFormat.format(new Date(day))
}
