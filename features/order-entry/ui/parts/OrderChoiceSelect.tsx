import type { OrderChoice } from '../../choices.ts'

type OrderChoiceProps = {
  /** What becomes of which order: the name of the choice. */
  label: string
  choice: OrderChoice
  /** The rules keep it on hold: it cannot be accepted here, it is released where orders are. */
  isHeld: boolean
  onChoose: (choice: OrderChoice) => void
}

/** What a person wants of a new order of a file. */
export function OrderChoiceSelect({ label, choice, isHeld, onChoose }: OrderChoiceProps) {
  return (
    <select
      aria-label={label}
      className="control ml-auto h-8 w-auto"
      value={choice}
      onChange={({ target }) => onChoose(target.value as OrderChoice)}
    >
      <option value="accept">{isHeld ? 'Hold' : 'Accept'}</option>
      {!isHeld && <option value="hold">Hold</option>}
      <option value="leave">Leave out</option>
    </select>
  )
}
