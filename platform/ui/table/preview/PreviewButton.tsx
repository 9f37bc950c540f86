import { PanelRightOpen } from 'lucide-react'
import type { MouseEvent } from 'react'

type PreviewButtonProps = { code: string; onPreview: () => void }

/**
 * Previews the row under the mouse. It is no tab stop, because Space does the same for the row with
 * the focus. The focus moves to the row, so that the arrow keys continue from there.
 */
export function PreviewButton({ code, onPreview }: PreviewButtonProps) {
  const preview = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const row = currentTarget.closest('[data-row]')
    row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
    onPreview()
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Preview ${code}`}
      title="Preview (Space)"
      className="row-preview-button no-print"
      onMouseDown={(event) => event.preventDefault()}
      onClick={preview}
    >
      <PanelRightOpen aria-hidden size={16} strokeWidth={1.75} />
    </button>
  )
}
