import { Button } from '#platform/ui/buttons/Button.tsx'

type SaveBarProps = {
  /** Only the owner can save a view; others save a copy. */
  isMine: boolean
  isBusy: boolean
  onSave: () => void
  onSaveAs: () => void
  onDiscard: () => void
}

/** Shown when the list differs from the open view. */
export function SaveBar({ isMine, isBusy, onSave, onSaveAs, onDiscard }: SaveBarProps) {
  return (
    <div
      role="group"
      aria-label="Unsaved changes"
      className={
        'mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-selected p-2 ' +
        'pl-3'
      }
    >
      <p role="status" className="text-label flex-1 basis-40">
        Unsaved changes
      </p>
      {isMine && (
        <Button kind="primary" size="small" disabled={isBusy} onClick={onSave}>
          Save
        </Button>
      )}
      <Button size="small" onClick={onSaveAs}>
        Save as
      </Button>
      <Button kind="ghost" size="small" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  )
}
