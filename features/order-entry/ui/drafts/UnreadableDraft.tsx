import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import type { SavedDraft } from '../../contract.ts'
import { textValuesOf } from './parse-stored-draft.ts'
import { deleteDraft } from './draft-autosave.ts'

type UnreadableDraftProps = { draft: SavedDraft; whyNot: string; onClose: () => void }

/** A draft that this version cannot open: the reason and its content. It is not deleted. */
export function UnreadableDraft({ draft, whyNot, onClose }: UnreadableDraftProps) {
  const client = useQueryClient()
  const remove = async () => {
    await deleteDraft(client, { id: draft.id })
    onClose()
  }
  return (
    <Dialog title="This draft cannot be opened" description={whyNot} onClose={onClose}>
      <DialogBody>
        <p className="text-body mb-3">It stays under Drafts until you delete it. Its content:</p>
        <ul aria-label="Content of the draft" className="text-table grid gap-1 wrap-anywhere">
          {textValuesOf(draft.form).map((text, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{text}</li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => void remove()}>Delete draft</Button>
        <Button kind="primary" onClick={onClose}>
          Keep draft
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
