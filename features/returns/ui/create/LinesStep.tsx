import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Field } from '#platform/ui/fields/Field.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { NumberInput } from '#platform/ui/fields/NumberInput.tsx'
import { AddLine } from './AddLine.tsx'
import {
  type Draft,
  type DraftLine,
  inputId,
  type Problem,
  unreadQuantity,
  withCondition,
} from './return-draft.ts'
import { type Condition, type Disposition } from '../../rules.ts'
import { conditionNames, dispositionNames, commonReasons } from '../../labels.ts'

type LinesStepProps = {
  draft: Draft
  problems: readonly Problem[]
  change: (patch: Partial<Draft>) => void
}

/** Step 2: reason, quantities and conditions. */
export function LinesStep({ draft, problems, change }: LinesStepProps) {
  const reasonsId = useId()
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  const changeLine = (key: string, next: DraftLine | undefined) =>
    change({
      lines: draft.lines.flatMap((line) => (line.key === key ? (next ?? []) : line)),
    })
  return (
    <div className="grid gap-4">
      <Field id={inputId('reason')} label="Reason *" error={problemOf('reason')}>
        {(control) => (
          <input
            {...control}
            value={draft.reason}
            maxLength={500}
            list={reasonsId}
            autoComplete="off"
            onChange={({ target }) => change({ reason: target.value })}
            className="control"
          />
        )}
      </Field>
      <datalist id={reasonsId}>
        {commonReasons[draft.type].map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </datalist>
      <ul aria-label="Lines" className="grid gap-3">
        {draft.lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            type={draft.type}
            reasonsId={reasonsId}
            problem={problemOf(`quantity-${line.key}`)}
            onChange={(next) => changeLine(line.key, next)}
          />
        ))}
      </ul>
      {problemOf('lines') && (
        <p role="alert" className="text-table text-danger">
          {problemOf('lines')}
        </p>
      )}
      {draft.isWithoutOrder && <AddLine draft={draft} change={change} />}
      <Field label="Notes">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={5000}
            value={draft.notes}
            onChange={({ target }) => change({ notes: target.value })}
            className="control"
          />
        )}
      </Field>
    </div>
  )
}

const quantityOf = ({ value, validity }: HTMLInputElement) =>
  validity.badInput ? unreadQuantity : value

type LineProps = {
  line: DraftLine
  type: Draft['type']
  reasonsId: string
  problem: string | undefined
  onChange: (next: DraftLine | undefined) => void
}

function Line({ line, type, reasonsId, problem, onChange }: LineProps) {
  const { sku, counts } = line
  return (
    <li className="rounded-card border border-line p-3">
      <div className="mb-2 flex items-start justify-between gap-2">
        <p className="min-w-0">
          <span className="numbers font-medium">{sku}</span>
          <span className="text-muted">{` · ${line.name}`}</span>
          {counts && <Counts counts={counts} unit={line.unitOfMeasure} type={type} />}
        </p>
        {!counts && (
          <IconButton
            icon={Trash2}
            isOnce
            label={`Remove ${sku}`}
            onClick={() => onChange(undefined)}
          />
        )}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-[8rem_1fr_1fr_1.4fr]">
        <Field id={inputId(`quantity-${line.key}`)} label="Quantity" error={problem}>
          {(control) => (
            <NumberInput
              {...control}
              aria-label={`Quantity ${sku}`}
              step="1"
              min={0}
              max={counts?.returnable}
              // An input that is given such a text would lose what was typed.
              value={line.quantity === unreadQuantity ? '' : line.quantity}
              onChange={({ target }) => onChange({ ...line, quantity: quantityOf(target) })}
            />
          )}
        </Field>
        <Choice
          label="Condition"
          sku={sku}
          value={line.condition}
          options={{ '': 'Not specified', ...conditionNames }}
          onChange={(value) => onChange(withCondition(line, value as Condition | '', type))}
        />
        <Choice
          label="Disposition"
          sku={sku}
          value={line.disposition}
          options={dispositionNames}
          onChange={(value) => onChange({ ...line, disposition: value as Disposition })}
        />
        <Field label="Reason">
          {(control) => (
            <input
              {...control}
              aria-label={`Reason ${sku}`}
              value={line.reason}
              maxLength={500}
              list={reasonsId}
              autoComplete="off"
              placeholder="As above"
              onChange={({ target }) => onChange({ ...line, reason: target.value })}
              className="control"
            />
          )}
        </Field>
        <NoteField line={line} onChange={onChange} />
      </div>
    </li>
  )
}

function NoteField({ line, onChange }: Pick<LineProps, 'line' | 'onChange'>) {
  return (
    <div className="sm:col-span-4">
      <Field label="Note">
        {(control) => (
          <input
            {...control}
            aria-label={`Note ${line.sku}`}
            value={line.note}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...line, note: target.value })}
            className="control"
          />
        )}
      </Field>
    </div>
  )
}

type CountsProps = {
  counts: NonNullable<DraftLine['counts']>
  unit: string
  type: Draft['type']
}

function Counts({ counts, unit, type }: CountsProps) {
  const { ordered, moved, returned, returnable } = counts
  const movedText = type === 'rma' ? 'shipped' : 'received'
  const text = (units: number) => units.toLocaleString('en-US')
  const progress = `${text(moved)} ${movedText} · ${text(returned)} returned`
  return (
    <span className="text-caption numbers block font-normal text-muted">
      {`${text(ordered)} ${unit} ordered · ${progress} · `}
      <span className="font-semibold text-ink">{`${text(returnable)} returnable`}</span>
    </span>
  )
}

type ChoiceProps = {
  label: string
  /** Names the line in the accessible label. */
  sku: string
  value: string
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

function Choice({ label, sku, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          aria-label={`${label} ${sku}`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="control"
        >
          {Object.entries(options).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
