import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Field } from '../fields/Field.tsx'
import type { AddedColumn } from './added-columns.ts'
import { type Draft, withColumn } from './import-draft.ts'
import type { ImportColumn } from '#platform/kernel/import.ts'

const kinds = {
  fixed: 'One value in every row',
  default: 'A value for the empty cells of a column',
  code: 'A code built from a name',
  joined: 'Several columns joined',
} as const
type Kind = keyof typeof kinds

type AddColumnProps = {
  draft: Draft
  columns: readonly ImportColumn[]
  onAdd: (draft: Draft) => void
}

/** Adds a column that the file lacks: a fixed or default value, a code, or joined columns. */
export function AddColumn({ draft, columns, onAdd }: AddColumnProps) {
  const [field, setField] = useState('')
  const [kind, setKind] = useState<Kind>('fixed')
  const [text, setText] = useState('')
  const [from, setFrom] = useState<readonly number[]>([])
  const isText = columns.find(({ name }) => name === field)?.kind === undefined
  const offered = (Object.keys(kinds) as Kind[]).filter(
    (each) => isText || each === 'fixed' || each === 'default',
  )
  const chosen = offered.includes(kind) ? kind : 'fixed'
  const added = addedColumnOf({ kind: chosen, field, text: text.trim(), from })
  const add = () => {
    if (!added) return
    onAdd(withColumn(draft, added))
    setField('')
    setText('')
    setFrom([])
  }
  return (
    <details className="rounded-card border border-line px-3 py-2">
      <summary className="text-body cursor-pointer">Fill a field that has no column</summary>
      <div className="mt-3 grid items-end gap-3 sm:grid-cols-2">
        <Choice
          label="Field to fill"
          value={field}
          options={[['', 'Choose'], ...columns.map(({ name, label }) => [name, label] as const)]}
          onChange={setField}
        />
        <Choice
          label="Filled with"
          value={chosen}
          options={offered.map((each) => [each, kinds[each]] as const)}
          onChange={(value) => setKind(value as Kind)}
        />
        {chosen !== 'fixed' && (
          <Sources
            draft={draft}
            hasSeveralSources={chosen === 'joined'}
            from={from}
            onChange={setFrom}
          />
        )}
        {(chosen === 'fixed' || chosen === 'default') && (
          <Field label="Value">
            {(control) => (
              <input
                {...control}
                className="control"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        )}
        <Button
          icon={Plus}
          whyNot={added ? undefined : 'Choose how to fill the field'}
          onClick={add}
        >
          Add the column
        </Button>
      </div>
    </details>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type Parts = { kind: Kind; field: string; text: string; from: readonly number[] }

function addedColumnOf({ kind, field, text, from }: Parts): AddedColumn | undefined {
  const [first] = from
  if (field === '') return undefined
  if (kind === 'fixed') return text === '' ? undefined : { kind, field, text }
  if (kind === 'joined') return from.length < 2 ? undefined : { kind, field, from }
  if (first === undefined) return undefined
  if (kind === 'code') return { kind, field, from: first }
  return text === '' ? undefined : { kind, field, from: first, text }
}

type SourcesProps = {
  draft: Draft
  hasSeveralSources: boolean
  from: readonly number[]
  onChange: (from: readonly number[]) => void
}

/** Selects the source column, or the columns to join, in the order checked. */
function Sources({ draft, hasSeveralSources, from, onChange }: SourcesProps) {
  const names = draft.file.header.map((heading, at) => heading || `Column ${at + 1}`)
  if (!hasSeveralSources) {
    return (
      <Choice
        label="Column"
        value={from.length > 0 ? String(from[0]) : ''}
        options={[['', 'Choose'], ...names.map((name, at) => [String(at), name] as const)]}
        onChange={(value) => onChange(value === '' ? [] : [Number(value)])}
      />
    )
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="text-label mb-1">Columns to join, in the order you select them</legend>
      {names.map((name, at) => (
        <label key={`${at} ${name}`} className="text-body flex items-center gap-2">
          <input
            type="checkbox"
            checked={from.includes(at)}
            onChange={({ target }) =>
              onChange(target.checked ? [...from, at] : from.filter((each) => each !== at))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
