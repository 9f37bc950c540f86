import { Alert } from '../notices/Alert.tsx'
import { Field } from '../fields/Field.tsx'
import { type Draft, numberReadingOf } from './import-draft.ts'
import {
  type DecimalSign,
  doubtSentence,
  type ImportColumn,
  parseNumber,
} from '#platform/kernel/import.ts'

type DecimalSeparatorChoiceProps = {
  draft: Draft
  columns: readonly ImportColumn[]
  onChoose: (decimal: DecimalSign | undefined) => void
}

/** Asks for the decimal separator of a file, if the file does not determine it. */
export function DecimalSeparatorChoice({ draft, columns, onChoose }: DecimalSeparatorChoiceProps) {
  const { doubt } = numberReadingOf(draft, columns)
  if (!doubt) return null
  const example = 'either' in doubt ? doubt.either.text : undefined
  const optionOf = (sign: DecimalSign, name: string) => {
    const value = example === undefined ? undefined : parseNumber(example, sign)
    return value === undefined ? name : `${name}: ${example} is ${value}`
  }
  return (
    <div className="grid gap-2">
      <Alert
        tone="warning"
        title="Which number format does the file use?"
      >{`${doubtSentence(doubt)}.`}</Alert>
      <Field label="Decimal separator *">
        {(control) => (
          <select
            {...control}
            className="control"
            value={draft.decimal ?? ''}
            onChange={({ target }) =>
              onChoose((target.value || undefined) as DecimalSign | undefined)
            }
          >
            <option value="">Choose</option>
            <option value="point">{optionOf('point', 'Period')}</option>
            <option value="comma">{optionOf('comma', 'Comma')}</option>
          </select>
        )}
      </Field>
    </div>
  )
}
