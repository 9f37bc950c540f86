import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Choice, useChoices } from '#platform/ui/fields/use-combobox-choices.ts'
import { send } from '#platform/web/api-client.ts'
import { listMentionable } from '../contract.ts'
import { type CommentedEntity, mentionAtCaret, withMention } from '../rules.ts'

type MentionsProps = {
  entity: CommentedEntity
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
}

/**
 * Username suggestions after an `@`, following the combobox pattern with list autocomplete: the
 * focus stays in the text, arrow keys move, Enter or Tab accepts, Esc closes.
 */
export function useMentions({ entity, input, text, onText }: MentionsProps) {
  const [isMentioning, setIsMentioning] = useState(false)
  const caret = useRef<number>(undefined)
  const acceptChoice = (choice: Choice | undefined) => {
    const field = input.current
    if (!choice || !field || !mentionAtCaret(field.value, field.selectionStart)) return
    const completed = withMention(field.value, field.selectionStart, choice.code)
    caret.current = completed.caret
    setIsMentioning(false)
    onText(completed.text)
  }
  const suggestions = useChoices<Choice>({
    name: `mention ${entity}`,
    value: undefined,
    isOffered: true,
    onChange: acceptChoice,
    search: (q, signal) => findPeople(entity, { q, signal }),
  })
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  /** Reads the text before the caret and suggests names if a mention is being typed. */
  const suggest = (value: string, at: number) => {
    const mention = mentionAtCaret(value, at)
    setIsMentioning(mention !== undefined)
    if (mention) suggestions.type(mention.name)
    else suggestions.close()
  }
  const isOpen = isMentioning && suggestions.isOpen && text !== ''
  return {
    ...suggestions,
    isOpen,
    look: suggest,
    press: (event: KeyboardEvent) => press(event, { ...suggestions, isOpen }),
  }
}

type Suggestions = {
  isOpen: boolean
  move: (by: number) => void
  close: () => void
  accept: (choice?: Choice) => void
  choices: Choice[]
  active: number
}

function press(event: KeyboardEvent, suggestions: Suggestions): void {
  const { key } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (!suggestions.isOpen || event.nativeEvent.isComposing || hasModifier) return
  if (key === 'ArrowDown' || key === 'ArrowUp') suggestions.move(key === 'ArrowDown' ? 1 : -1)
  else if (key === 'Escape') suggestions.close()
  else if (key === 'Enter' || key === 'Tab')
    suggestions.accept(suggestions.choices[suggestions.active])
  else return
  event.preventDefault()
  event.stopPropagation()
}

async function findPeople(
  entity: CommentedEntity,
  { q, signal }: { q: string; signal: AbortSignal },
): Promise<Choice[]> {
  const users = await send(listMentionable, { query: { entity, q }, signal })
  return users.map(({ id, username }) => ({ id, code: username, text: username }))
}
