import type { ReturnDetails } from '../../contract.ts'

/** Props of a dialog that loads the full return first. */
export type ReadDialogProps = {
  goods: ReturnDetails
  /** Reads the return again after a version conflict. */
  again: () => Promise<ReturnDetails>
  onClose: () => void
}
