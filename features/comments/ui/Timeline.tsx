import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActivityTab, type SaidHere } from '#features/audit/ui/ActivityTab.tsx'
import { readActivity } from '#features/audit/contract.ts'
import { useMay } from '#features/auth/ui/current-user.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { deleteComment, restoreComment } from '../contract.ts'
import { type CommentedEntity, piecesOf } from '../rules.ts'

type TimelineProps = {
  entity: CommentedEntity
  id: number
  /** What stands between the comment that is written and what happened. */
  between?: ReactNode
}

/** What happened to a record and what was said of it, and where one who may says something. */
export function Timeline({ entity, id, between }: TimelineProps) {
  const remove = useDeletion()
  const mayWrite = useMay()('comments.write')
  return (
    <>
      {mayWrite && <CommentComposer key={`${entity}:${id}`} entity={entity} id={id} />}
      {between}
      <ActivityTab
        entity={entity}
        id={id}
        renderComment={(comment) => <Words comment={comment} onDelete={(id) => void remove(id)} />}
      />
    </>
  )
}

/** The timeline as a tab of a record's details, which the key that comments opens. */
export function timelineTab({ label, ...record }: TimelineProps & { label: string }): Tab {
  return {
    id: label.toLowerCase(),
    label,
    hasComments: true,
    render: () => <Timeline {...record} />,
  }
}

type WordsProps = { comment: SaidHere; onDelete: (id: number) => void }

function Words({ comment: { id, text, mentions, isMine }, onDelete }: WordsProps) {
  return (
    <div className="mt-1 flex items-start gap-2">
      <p className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {piecesOf(text, mentions).map((piece, place) =>
          piece.isMention ? (
            // The stretches of a text have no name but their place, and never move.
            // oxlint-disable-next-line react/no-array-index-key
            <strong key={place} className="font-semibold text-link">
              {piece.text}
            </strong>
          ) : (
            piece.text
          ),
        )}
      </p>
      {isMine && (
        <IconButton icon={Trash2} isOnce label="Delete comment" onClick={() => onDelete(id)} />
      )}
    </div>
  )
}

/** Deletes a comment at once and offers the way back. */
function useDeletion() {
  const refreshes = [readActivity]
  const restoring = useWrite(restoreComment, { refreshes, failure: 'Failed to restore comment' })
  const deletion = useWrite(deleteComment, { refreshes, failure: 'Failed to delete comment' })
  const restore = async (id: number) => {
    const isDone = await restoring.isDone({ params: { id } })
    if (isDone) notify({ title: 'Success', text: 'The comment is back' })
  }
  return async (id: number) => {
    if (!(await deletion.isDone({ params: { id } }))) return
    const text = 'Comment deleted successfully'
    notify({ title: 'Success', text, action: offerUndo(() => restore(id)) })
  }
}
