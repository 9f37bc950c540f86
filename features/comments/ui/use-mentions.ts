import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Choice, useChoices } from '#platform/ui/fields/choices.ts'
import { send } from '#platform/web/send.ts'
import { listMentionable } from '../contract.ts'
import { type CommentedEntity, typedAt, withMention } from '../rules.ts'

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
  const [isNaming, setNaming] = useState(false)
  const caret = useRef<number>(undefined)
  const take = (choice: Choice | undefined) => {
    const field = input.current
    if (!choice || !field || !typedAt(field.value, field.selectionStart)) return
    const written = withMention(field.value, field.selectionStart, choice.code)
    caret.current = written.caret
    setNaming(false)
    onText(written.text)
  }
  const box = useChoices<Choice>({
    name: `mention ${entity}`,
    value: undefined,
    isOffered: true,
    onChange: take,
    search: (q, signal) => findPeople(entity, { q, signal }),
  })
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  /** Reads the text before the caret and suggests names if a mention is being typed. */
  const look = (now: string, at: number) => {
    const typed = typedAt(now, at)
    setNaming(typed !== undefined)
    if (typed) box.type(typed.name)
    else box.close()
  }
  const isOpen = isNaming && box.isOpen && text !== ''
  return { ...box, isOpen, look, press: (event: KeyboardEvent) => press(event, { ...box, isOpen }) }
}

type Box = {
  isOpen: boolean
  move: (by: number) => void
  close: () => void
  accept: (choice?: Choice) => void
  choices: Choice[]
  active: number
}

function press(event: KeyboardEvent, box: Box): void {
  const { key } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (!box.isOpen || event.nativeEvent.isComposing || hasModifier) return
  if (key === 'ArrowDown' || key === 'ArrowUp') box.move(key === 'ArrowDown' ? 1 : -1)
  else if (key === 'Escape') box.close()
  else if (key === 'Enter' || key === 'Tab') box.accept(box.choices[box.active])
  else return
  event.preventDefault()
  event.stopPropagation()
}

async function findPeople(
  entity: CommentedEntity,
  { q, signal }: { q: string; signal: AbortSignal },
): Promise<Choice[]> {
  const people = await send(listMentionable, { query: { entity, q }, signal })
  return people.map(({ id, username }) => ({ id, code: username, text: username }))
}
