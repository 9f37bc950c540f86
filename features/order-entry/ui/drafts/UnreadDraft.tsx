import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import type { SavedDraft } from '../../contract.ts'
import { wordsOf } from './draft-form.ts'
import { dropDraft } from './draft-autosave.ts'

type UnreadDraftProps = { draft: SavedDraft; whyNot: string; onClose: () => void }

/** A draft that this version cannot open: the reason and its content. It is not deleted. */
export function UnreadDraft({ draft, whyNot, onClose }: UnreadDraftProps) {
  const client = useQueryClient()
  const remove = async () => {
    await dropDraft(client, draft.id)
    onClose()
  }
  return (
    <Dialog title="This draft cannot be opened" description={whyNot} onClose={onClose}>
      <DialogBody>
        <p className="text-body mb-3">It stays under Drafts until you delete it. Its content:</p>
        <ul aria-label="Content of the draft" className="text-table grid gap-1 wrap-anywhere">
          {wordsOf(draft.form).map((words, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{words}</li>
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
