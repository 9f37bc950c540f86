import type { ReturnDetails } from '../../contract.ts'

/** What a dialog on a return has that was read for it. */
export type ReadDialogProps = {
  goods: ReturnDetails
  /** Reads it once more, where somebody else was faster. */
  again: () => Promise<ReturnDetails>
  onClose: () => void
}
