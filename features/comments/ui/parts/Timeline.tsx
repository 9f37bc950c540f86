import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActivityTab, type ActivityComment } from '#features/audit/ui/parts/ActivityTab.tsx'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { CommentComposer } from '../CommentComposer.tsx'
import { deleteComment, restoreComment } from '../../contract.ts'
import { type CommentedEntity, segmentsOf } from '../../rules.ts'

type TimelineProps = {
  entity: CommentedEntity
  id: number
  /** Content between the comment input and the history. */
  between?: ReactNode
}

/** The history and comments of a record, with a comment input for users who may write. */
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
        renderComment={(comment) => (
          <CommentBody comment={comment} onDelete={(id) => void remove(id)} />
        )}
      />
    </>
  )
}

/** The timeline as a tab of a record's details; the comment shortcut opens it. */
export function timelineTab({ label, ...record }: TimelineProps & { label: string }): Tab {
  return {
    id: label.toLowerCase(),
    label,
    hasComments: true,
    render: () => <Timeline {...record} />,
  }
}

type CommentBodyProps = { comment: ActivityComment; onDelete: (id: number) => void }

function CommentBody({ comment: { id, text, mentions, isMine }, onDelete }: CommentBodyProps) {
  return (
    <div className="mt-1 flex items-start gap-2">
      <p className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {segmentsOf(text, mentions).map((segment, index) =>
          segment.isMention ? (
            // Segments have no id other than their index, and are never reordered.
            // oxlint-disable-next-line react/no-array-index-key
            <strong key={index} className="font-semibold text-link">
              {segment.text}
            </strong>
          ) : (
            segment.text
          ),
        )}
      </p>
      {isMine && (
        <IconButton icon={Trash2} isOnce label="Delete comment" onClick={() => onDelete(id)} />
      )}
    </div>
  )
}

/** Deletes a comment immediately and offers to undo. */
function useDeletion() {
  const refreshes = [readActivity]
  const restoring = useWrite(restoreComment, { refreshes, failure: 'Failed to restore comment' })
  const deletion = useWrite(deleteComment, { refreshes, failure: 'Failed to delete comment' })
  const restore = async (id: number) => {
    const isDone = await restoring.isDone({ params: { id } })
    if (isDone) notify({ title: 'Success', text: 'Comment restored' })
  }
  return async (id: number) => {
    if (!(await deletion.isDone({ params: { id } }))) return
    const text = 'Comment deleted successfully'
    notify({ title: 'Success', text, action: offerUndo(() => restore(id)) })
  }
}
