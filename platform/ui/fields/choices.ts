import { CancelledError, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

/** Something a combobox offers. `code` is what people type exactly; `text` fills the input. */
export type Choice = { id: number; code: string; text: string; barcode?: string | null }

export type ChoicesProps<C extends Choice> = {
  /** What its answers are remembered by. */
  name: string
  /** What the input holds now. */
  value: C | undefined
  onChange: (choice: C | undefined) => void
  /** Finds choices for a text; the first is the best. */
  search: (text: string, signal: AbortSignal) => Promise<C[]>
  /** What stands in the input where the value is none at first. */
  typed?: string | undefined
  /** Hears every text that is typed. */
  onText?: ((text: string) => void) | undefined
  /** Its first choice is at hand before a letter is typed, as behind an `@`. */
  isOffered?: boolean
  /** Hears of a text taken before its answer is here, with a promise that ends when it is. */
  onWait?: ((end: Promise<unknown>) => void) | undefined
}

/** `from` is the value the text belongs to: another value from outside brings its own text. */
type State<C> = {
  text: string
  from: C | undefined
  isOpen: boolean
  /** Which choice is highlighted, the one that Enter takes; -1 where none is. */
  active: number
  choices: C[]
  /** The text the choices are for. */
  answered: string | undefined
  isWaiting: boolean
  isUnknown: boolean
  /** Several match the text and none was chosen: so many. */
  ambiguous: number
  /** The server did not say what matches: it is asked again by hand. */
  isFailed: boolean
}

const debounceMs = 60
const maxChoices = 8

/** What a combobox holds: what is typed, the choices that arrive later, and the one taken. */
function useTyped<C extends Choice>(props: ChoicesProps<C>) {
  const { value, onChange, onText, onWait } = props
  const [kept, setState] = useState<State<C>>(() => fresh(value, props.typed))
  const state = kept.from?.id === value?.id || kept.isWaiting ? kept : fresh(value)
  const change = (patch: Partial<State<C>>) => setState((before) => ({ ...before, ...patch }))
  const { look, findNow, forget } = useFinder(props)
  const takenRef = useRef<string>(undefined)
  const isTyped = value === undefined && state.text.trim() !== ''

  const fail = () => change({ choices: [], isOpen: false, isWaiting: false, isFailed: true })
  const isOffered = props.isOffered ?? false
  const show = (text: string) =>
    look(text, (choices) => change(withChoices(text, choices, isOffered)), fail)
  const type = (text: string) => {
    takenRef.current = undefined
    if (value) onChange(undefined)
    setState({ ...fresh<C>(undefined), text, isWaiting: true })
    onText?.(text)
    show(text)
  }
  const take = (choice: C | undefined, found: readonly C[] = []) => {
    const count = choice ? 0 : found.length
    const open = { isWaiting: false, isUnknown: count === 0, ambiguous: count, isFailed: false }
    if (!choice) return change(open)
    forget()
    setState(fresh(choice))
    onChange(choice)
  }
  const awaitAnswer = (text: string, pick: (found: C[]) => C | undefined) => {
    change({ isWaiting: true, isOpen: false, isFailed: false })
    const hear = (found: C[]) => {
      const choices = found.slice(0, maxChoices)
      change({ choices, answered: text, active: activeOf(text, choices, isOffered) })
      take(pick(found), found)
    }
    const end = findNow(text, hear, fail)
    onWait?.(end)
  }
  return { state, change, isTyped, takenRef, forget, show, type, take, awaitAnswer }
}

/** The life of a combobox: typing, going through what is offered, and taking one of it. */
export function useChoices<C extends Choice>(props: ChoicesProps<C>) {
  const typed = useTyped(props)
  const { state, change, isTyped, takenRef, forget, show, type, take, awaitAnswer } = typed
  /**
   * Takes what is highlighted, or else what was typed: at once where the answer is here, else as
   * soon as it arrives. Of several matches none is taken that nobody went to: the list stays open.
   * Where nothing is typed, nothing is taken but what somebody went to. Answers whether the
   * keyboard may go on.
   */
  const accept = (choice = state.isOpen ? state.choices[state.active] : undefined): boolean => {
    const { text, answered, choices } = state
    const isHere = answered === text
    const meant = choice ?? (isTyped && isHere ? onlyOne(text, choices) : undefined)
    if (!meant && isTyped && isHere && choices.length > 1) {
      change({ isOpen: true, ambiguous: choices.length })
      return false
    }
    takenRef.current = text
    if (meant) take(meant)
    else if (!isTyped) change({ isOpen: false })
    else if (isHere) take(undefined)
    else awaitAnswer(text, (found) => (props.isOffered ? found[0] : onlyOne(text, found)))
    return true
  }
  /** An answer that comes later opens no list over what has the focus by then. */
  const giveUp = () => {
    forget()
    change({ isOpen: false, isWaiting: false })
  }
  const asked = isTyped ? state.text : ''
  const open = () => (state.choices.length > 0 ? change({ isOpen: true }) : show(asked))
  return {
    ...state,
    type,
    accept,
    open,
    close: () => change({ isOpen: false }),
    /** Asks once more what the server did not answer. */
    again: () => {
      takenRef.current = undefined
      change({ isWaiting: true, isFailed: false })
      show(asked)
    },
    move: (by: number) => {
      if (!state.isOpen) return open()
      change({ active: stepped(state, by) })
    },
    /** Leaving the field takes an exact code; any other text stays there and is marked. */
    leave: () => {
      if (!isTyped || state.isFailed) return giveUp()
      const { text, answered, choices } = state
      // This text was taken already: moving on leaves the field before that is drawn.
      if (takenRef.current === text) return
      if (answered !== text) return awaitAnswer(text, (found) => exact(found, text))
      take(exact(choices, text), choices)
      change({ isOpen: false })
    },
  }
}

export type Choices<C extends Choice> = ReturnType<typeof useChoices<C>>

/** Which choice is highlighted after a step down (1) or up (-1), round and round. */
function stepped({ active, choices: { length } }: State<Choice>, by: number): number {
  const from = active < 0 && by < 0 ? 0 : active
  return length === 0 ? -1 : (from + by + length) % length
}

/** Asks for choices; only the last question's answer is heard. */
function useFinder<C extends Choice>({ name, search }: ChoicesProps<C>) {
  const client = useQueryClient()
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = () => {
    clearTimeout(timer.current)
    asked.current += 1
    return asked.current
  }
  const findNow = (text: string, hear: (found: C[]) => void, fail: () => void) => {
    const ticket = forget()
    return client
      .fetchQuery({
        queryKey: ['choices', name, text.trim().toLowerCase()],
        queryFn: ({ signal }) => search(text.trim(), signal),
        staleTime: 30_000,
      })
      .then((found) => {
        if (ticket === asked.current) hear(found)
      })
      .catch((error: unknown) => {
        if (ticket !== asked.current) return
        // What was given up by this program is no failure of the server.
        if (error instanceof CancelledError) hear([])
        else fail()
      })
  }
  const look = (text: string, hear: (found: C[]) => void, fail: () => void) => {
    forget()
    timer.current = setTimeout(
      () => void findNow(text, (found) => hear(found.slice(0, maxChoices)), fail),
      debounceMs,
    )
  }
  return { look, findNow, forget }
}

/** What the server answered to a text. */
function withChoices<C extends Choice>(
  text: string,
  choices: C[],
  isOffered: boolean,
): Partial<State<C>> {
  const isOpen = choices.length > 0
  const active = activeOf(text, choices, isOffered)
  const isHere = { isWaiting: false, isFailed: false, ambiguous: 0 }
  return { choices, answered: text, active, isOpen, ...isHere }
}

/**
 * Which choice is highlighted before anybody went to one: the one that is meant, or the first where
 * choices are offered; -1 where several match and none is named in full.
 */
function activeOf(text: string, choices: readonly Choice[], isOffered: boolean): number {
  if (isOffered) return 0
  const meant = text.trim() === '' ? undefined : onlyOne(text, choices)
  return meant ? choices.indexOf(meant) : -1
}

/** The choice that a text names in full, or the only one that matches it. */
export function onlyOne<C extends Choice>(text: string, choices: readonly C[]): C | undefined {
  return exact(choices, text) ?? (choices.length === 1 ? choices[0] : undefined)
}

function exact<C extends Choice>(choices: readonly C[], text: string): C | undefined {
  const wanted = text.trim().toLowerCase()
  const isIt = (known: string | null | undefined) => known?.toLowerCase() === wanted
  return choices.find((choice) => isIt(choice.code) || isIt(choice.barcode))
}

function fresh<C extends Choice>(value: C | undefined, typed = ''): State<C> {
  return {
    text: value?.text ?? typed,
    from: value,
    isOpen: false,
    active: -1,
    choices: [],
    answered: undefined,
    isWaiting: false,
    isUnknown: false,
    ambiguous: 0,
    isFailed: false,
  }
}
