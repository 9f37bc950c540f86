import { useEffect, useRef } from 'react'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { type BothChanged, displayText } from './merge-edits.ts'

export type Side = 'mine' | 'theirs'

export type EditConflictProps = {
  /** The fields that both users changed; all others are already merged. */
  rows: readonly BothChanged[]
  /** The choices so far, by field name. */
  chosen: Readonly<Record<string, Side>>
  onChoose: (name: string, side: Side) => void
  /** The number of submits since the conflict: each one moves the focus here. */
  submitCount: number
  labels: ReadonlyMap<string, string>
}

/** An edit conflict: lists the fields that both users changed, with a choice for each. */
export function EditConflict({ rows, chosen, onChoose, submitCount, labels }: EditConflictProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [submitCount])
  return (
    <div className="mb-4">
      <Alert
        ref={box}
        tone="warning"
        title="Someone else changed this record while you were editing"
      >
        <p>{sentenceOf(rows, chosen)}</p>
        {rows.length > 0 && (
          <table className="text-table mt-2 w-full text-left">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Theirs</th>
                <th scope="col">Mine</th>
              </tr>
            </thead>
            {rows.map((row) => {
              const { name } = row
              const label = labels.get(name)?.replace(' *', '') ?? capital(name)
              return (
                <tbody key={name}>
                  <tr className="align-top">
                    <th scope="row" className="pr-3 font-semibold">
                      {label}
                    </th>
                    <td className="pr-3 whitespace-pre-line">
                      {displayText(row.theirs) || '(empty)'}
                    </td>
                    <td className="whitespace-pre-line">{displayText(row.mine) || '(empty)'}</td>
                  </tr>
                  <tr>
                    <td colSpan={3} className="pt-1 pb-2">
                      <span className="flex flex-wrap gap-2">
                        <SideButton {...{ name, label, chosen, onChoose }} side="mine" />
                        <SideButton {...{ name, label, chosen, onChoose }} side="theirs" />
                      </span>
                    </td>
                  </tr>
                </tbody>
              )
            })}
          </table>
        )}
      </Alert>
    </div>
  )
}

type SideButtonProps = Pick<EditConflictProps, 'chosen' | 'onChoose'> & {
  name: string
  label: string
  side: Side
}

function SideButton({ name, label, side, chosen, onChoose }: SideButtonProps) {
  const word = side === 'mine' ? 'Keep mine' : 'Take theirs'
  const isChosen = chosen[name] === side
  return (
    <Button
      size="small"
      kind={isChosen ? 'primary' : 'secondary'}
      aria-pressed={isChosen}
      aria-label={`${word}: ${label}`}
      onClick={() => onChoose(name, side)}
    >
      {word}
    </Button>
  )
}

function sentenceOf(rows: EditConflictProps['rows'], chosen: EditConflictProps['chosen']): string {
  const begin = 'Nothing is saved yet.'
  if (rows.length === 0) {
    return `${begin} Their changes are now in the form, and your own are still there. Save again.`
  }
  if (rows.every(({ name }) => chosen[name])) return `${begin} Save again to apply your choices.`
  return `${begin} You both changed these fields. Choose a value for each, then save.`
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
