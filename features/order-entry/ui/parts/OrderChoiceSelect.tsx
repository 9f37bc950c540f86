import type { OrderChoice } from '../../imported-order-choice.ts'

type OrderChoiceProps = {
  /** Accessible name; it identifies the order. */
  label: string
  choice: OrderChoice
  /**
   * The rules put it on hold: it cannot be accepted here, only released on the sales orders page.
   */
  isHeld: boolean
  onChoose: (choice: OrderChoice) => void
}

/** Selects whether to accept, hold or skip a new order. */
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
      <option value="leave">Skip</option>
    </select>
  )
}
