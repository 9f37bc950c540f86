import { type RefObject, useId, useRef, useState } from 'react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { ChoiceList } from '#platform/ui/fields/ChoiceList.tsx'
import { type ControlProps, Field } from '#platform/ui/fields/Field.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { useCommentFocus } from '#platform/ui/keyboard/comment-key.ts'
import { keysOf, useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { useUnsaved } from '#platform/ui/dialogs/unsaved-input-context.ts'
import { newIdempotencyKey, useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { createComment } from '../contract.ts'
import { type CommentedEntity, maxCharacters } from '../rules.ts'
import { saveCommentDraft, commentDraftOf } from './comment-drafts.ts'
import { useMentions } from './use-mentions.ts'

type CommentComposerProps = { entity: CommentedEntity; id: number }

/**
 * The comment input of a record. A draft is kept until it is sent or discarded, and is sent only
 * once, however often the button is pressed.
 */
export function CommentComposer({ entity, id }: CommentComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const { text, type, submit, isSending, error } = useComment({ entity, id, input })
  useCommentFocus(input)
  useShortcut('commentSend', submit)
  return (
    <div role="group" aria-label="New comment" className="no-print mb-5 grid gap-2">
      <Field label="Comment" hint="Type @ to mention someone" error={error}>
        {(control) => (
          <CommentText
            control={control}
            entity={entity}
            input={input}
            text={text}
            onText={type}
            isSending={isSending}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-3">
        {text.length > maxCharacters - 200 && (
          <span className="text-table numbers text-muted">
            {`${text.trim().length.toLocaleString('en-US')} of ` +
              maxCharacters.toLocaleString('en-US')}
          </span>
        )}
        <Tooltip label="Send the comment" keys={keysOf('commentSend')}>
          <Button kind="primary" size="small" isBusy={isSending} onClick={submit}>
            Send
          </Button>
        </Tooltip>
      </div>
    </div>
  )
}

type CommentProps = CommentComposerProps & { input: RefObject<HTMLTextAreaElement | null> }

/**
 * The draft and its submission. Retries reuse the idempotency key, so they create no second
 * comment.
 */
function useComment({ entity, id, input }: CommentProps) {
  const record = `${entity}:${id}`
  const [text, setText] = useState(() => commentDraftOf(record))
  const [error, setError] = useState<string>()
  const key = useRef<string>(undefined)
  const write = useWrite(createComment, { refreshes: [readActivity] })
  const type = (next: string) => {
    key.current = undefined
    setError(undefined)
    setText(next)
    saveCommentDraft(record, next)
  }
  useUnsaved(text.trim() !== '', () => type(''), { isStored: true })
  const showError = (sentence: string) => {
    setError(sentence)
    input.current?.focus()
  }
  const submit = async () => {
    if (write.isPending) return
    if (text.trim() === '') return showError('Write something first')
    key.current ??= newIdempotencyKey()
    try {
      const body = { entity, entityId: id, text }
      await write.run({ body, idempotencyKey: key.current })
      type('')
      input.current?.focus()
    } catch (failure) {
      const apiError = failure instanceof ApiError ? failure : new ApiError(0, String(failure))
      showError(apiError.fields.find(({ path }) => path === 'text')?.message ?? apiError.sentence)
    }
  }
  return { text, type, submit: () => void submit(), isSending: write.isPending, error }
}

type CommentTextProps = {
  control: ControlProps
  entity: CommentedEntity
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  isSending: boolean
}

/**
 * The text area with its list of names. It keeps the textbox role and is linked to the list by
 * description.
 */
function CommentText({ control, entity, input, text, onText, isSending }: CommentTextProps) {
  const listId = useId()
  const [dialog, setDialog] = useState<Element | null>(null)
  const mentions = useMentions({ entity, input, text, onText })
  const active = mentions.isOpen && mentions.choices[mentions.active]
  const rows = mentions.choices.map((choice) => ({
    id: choice.id,
    content: choice.text,
    choose: () => mentions.accept(choice),
  }))
  return (
    <>
      <textarea
        {...control}
        ref={input}
        rows={2}
        readOnly={isSending}
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={mentions.isOpen ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${mentions.active}` : undefined}
        onChange={({ target }) => {
          onText(target.value)
          mentions.look(target.value, target.selectionStart)
        }}
        onFocus={({ target }) => setDialog(target.closest('[role=dialog]'))}
        onBlur={mentions.close}
        onKeyDown={mentions.press}
        className="control"
      />
      <p role="status" className="sr-only">
        {mentions.isOpen &&
          (mentions.choices.length === 1 ? '1 name' : `${mentions.choices.length} names`)}
      </p>
      <ChoiceList
        listId={listId}
        isOpen={mentions.isOpen}
        rows={rows}
        active={mentions.active}
        onClose={mentions.close}
        input={input}
        anchor={input}
        container={dialog}
      />
    </>
  )
}
