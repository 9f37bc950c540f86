import { CancelledError, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { findByShortCode } from './short-codes.ts'

/** A choice of a combobox. `code` is its exact code; `text` fills the input. */
export type Choice = { id: number; code: string; text: string; barcode?: string | null }

export type ChoicesProps<C extends Choice> = {
  /** The cache key of its results. */
  name: string
  /** The selected choice. */
  value: C | undefined
  onChange: (choice: C | undefined) => void
  /** Finds choices for a text, best match first. */
  search: (text: string, signal: AbortSignal) => Promise<C[]>
  /** The initial text of the input if there is no value. */
  typed?: string | undefined
  /** Called with every typed text. */
  onText?: ((text: string) => void) | undefined
  /** The letters of the series that digits alone mean, if several codes have that number. */
  series?: string | undefined
  /** The first choice is highlighted before anything is typed, as after an `@`. */
  isOffered?: boolean
  /** Called if a text is accepted before its response, with a promise that settles with it. */
  onWait?: ((end: Promise<unknown>) => void) | undefined
}

/** `from` is the value the text belongs to: a different value from outside resets the text. */
type State<C> = {
  text: string
  from: C | undefined
  isOpen: boolean
  /** The index of the highlighted choice, which Enter accepts; -1 for none. */
  active: number
  choices: C[]
  /** The text that the choices match. */
  answered: string | undefined
  isWaiting: boolean
  isUnknown: boolean
  /** The number of matches, if there are several and none was selected. */
  ambiguous: number
  /** The lookup failed; the user can retry. */
  isFailed: boolean
}

const debounceMs = 60
const maxChoices = 8

/** The state of a combobox: the typed text, the choices that arrive later, and the selection. */
function useTyped<C extends Choice>(props: ChoicesProps<C>) {
  const { value, onChange, onText, onWait } = props
  const [storedState, setState] = useState<State<C>>(() => initialState(value, props.typed))
  const state =
    storedState.from?.id === value?.id || storedState.isWaiting ? storedState : initialState(value)
  const change = (patch: Partial<State<C>>) => setState((before) => ({ ...before, ...patch }))
  const { look, findNow, forget } = useFinder(props)
  const selectedRef = useRef<string>(undefined)
  const isTyped = value === undefined && state.text.trim() !== ''

  const fail = () => change({ choices: [], isOpen: false, isWaiting: false, isFailed: true })
  const isOffered = props.isOffered ?? false
  const highlighted = (text: string, choices: readonly C[]) =>
    activeOf(text, choices, { isOffered, series: props.series })
  const show = (text: string) =>
    look(
      text,
      (choices) => change({ ...withChoices(text, choices), active: highlighted(text, choices) }),
      fail,
    )
  const type = (text: string) => {
    selectedRef.current = undefined
    if (value) onChange(undefined)
    setState({ ...initialState<C>(undefined), text, isWaiting: true })
    onText?.(text)
    show(text)
  }
  const select = (choice: C | undefined, found: readonly C[] = []) => {
    const count = choice ? 0 : found.length
    const open = { isWaiting: false, isUnknown: count === 0, ambiguous: count, isFailed: false }
    if (!choice) return change(open)
    forget()
    setState(initialState(choice))
    onChange(choice)
  }
  const awaitAnswer = (text: string, pick: (found: C[]) => C | undefined) => {
    change({ isWaiting: true, isOpen: false, isFailed: false })
    const onFound = (found: C[]) => {
      const choices = found.slice(0, maxChoices)
      change({ choices, answered: text, active: highlighted(text, choices) })
      select(pick(found), found)
    }
    const end = findNow(text, onFound, fail)
    onWait?.(end)
  }
  return {
    state,
    change,
    isTyped,
    takenRef: selectedRef,
    forget,
    show,
    type,
    take: select,
    awaitAnswer,
  }
}

/** The behavior of a combobox: typing, moving through the choices, and selecting one. */
export function useChoices<C extends Choice>(props: ChoicesProps<C>) {
  const typed = useTyped(props)
  const { state, change, isTyped, forget, show, type, take, awaitAnswer } = typed
  const selectedRef = typed.takenRef
  /**
   * Selects the highlighted choice, else the match of the typed text: immediately if the response
   * is here, else when it arrives. If several match and none is highlighted, selects none and opens
   * the list. Without typed text, only a highlighted choice is selected. Returns true if the focus
   * may move on.
   */
  const accept = (choice = state.isOpen ? state.choices[state.active] : undefined): boolean => {
    const { text, answered, choices } = state
    const hasAnswer = answered === text
    const match = (found: readonly C[]) => singleMatch(text, found, props.series)
    const selectedChoice = choice ?? (isTyped && hasAnswer ? match(choices) : undefined)
    if (!selectedChoice && isTyped && hasAnswer && choices.length > 1) {
      change({ isOpen: true, ambiguous: choices.length })
      return false
    }
    selectedRef.current = text
    if (selectedChoice) take(selectedChoice)
    else if (!isTyped) change({ isOpen: false })
    else if (hasAnswer) take(undefined)
    else awaitAnswer(text, (found) => (props.isOffered ? found[0] : match(found)))
    return true
  }
  /** A late response must not open a list after the focus has moved. */
  const cancel = () => {
    forget()
    change({ isOpen: false, isWaiting: false })
  }
  const query = isTyped ? state.text : ''
  const open = () => (state.choices.length > 0 ? change({ isOpen: true }) : show(query))
  return {
    ...state,
    type,
    accept,
    open,
    close: () => change({ isOpen: false }),
    /** Retries a failed lookup. */
    again: () => {
      selectedRef.current = undefined
      change({ isWaiting: true, isFailed: false })
      show(query)
    },
    move: (by: number) => {
      if (!state.isOpen) return open()
      change({ active: stepped(state, by) })
    },
    /** On blur the code that the text means is selected; any other text stays and is marked. */
    leave: () => {
      if (!isTyped || state.isFailed) return cancel()
      const { text, answered, choices } = state
      // This text is already accepted: moving on blurs the field before the next render.
      if (selectedRef.current === text) return
      const codeOf = (found: readonly C[]) => byCode(found, text, props.series)
      if (answered !== text) return awaitAnswer(text, codeOf)
      take(codeOf(choices), choices)
      change({ isOpen: false })
    },
  }
}

export type Choices<C extends Choice> = ReturnType<typeof useChoices<C>>

/** The highlighted index after a step down (1) or up (-1), with wraparound. */
function stepped({ active, choices: { length } }: State<Choice>, by: number): number {
  const from = active < 0 && by < 0 ? 0 : active
  return length === 0 ? -1 : (from + by + length) % length
}

/** Looks up choices; only the response to the last lookup is used. */
function useFinder<C extends Choice>({ name, search }: ChoicesProps<C>) {
  const client = useQueryClient()
  const requestCount = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = () => {
    clearTimeout(timer.current)
    requestCount.current += 1
    return requestCount.current
  }
  const findNow = (text: string, onFound: (found: C[]) => void, fail: () => void) => {
    const ticket = forget()
    return client
      .fetchQuery({
        queryKey: ['choices', name, text.trim().toLowerCase()],
        queryFn: ({ signal }) => search(text.trim(), signal),
        staleTime: 30_000,
      })
      .then((found) => {
        if (ticket === requestCount.current) onFound(found)
      })
      .catch((error: unknown) => {
        if (ticket !== requestCount.current) return
        // A lookup cancelled by this program is not a server failure.
        if (error instanceof CancelledError) onFound([])
        else fail()
      })
  }
  const look = (text: string, onFound: (found: C[]) => void, fail: () => void) => {
    forget()
    timer.current = setTimeout(
      () => void findNow(text, (found) => onFound(found.slice(0, maxChoices)), fail),
      debounceMs,
    )
  }
  return { look, findNow, forget }
}

/** The state after the server's response to a text. */
function withChoices<C extends Choice>(text: string, choices: C[]): Partial<State<C>> {
  const isOpen = choices.length > 0
  const answeredState = { isWaiting: false, isFailed: false, ambiguous: 0 }
  return { choices, answered: text, isOpen, ...answeredState }
}

/**
 * The index highlighted initially: the code that the text means, the only match, or the first if
 * choices are offered; -1 if several match and the text means none of them.
 */
function activeOf(
  text: string,
  choices: readonly Choice[],
  { isOffered, series }: { isOffered: boolean; series: string | undefined },
): number {
  if (isOffered) return 0
  const selectedChoice = text.trim() === '' ? undefined : singleMatch(text, choices, series)
  return selectedChoice ? choices.indexOf(selectedChoice) : -1
}

/**
 * The choice with that exact code or barcode, else the one whose code the text is short for, else
 * the only match. `series` decides between codes with the same number.
 */
export function singleMatch<C extends Choice>(
  text: string,
  choices: readonly C[],
  series?: string,
): C | undefined {
  return byCode(choices, text, series) ?? (choices.length === 1 ? choices[0] : undefined)
}

function byCode<C extends Choice>(
  choices: readonly C[],
  text: string,
  series: string | undefined,
): C | undefined {
  return exact(choices, text) ?? findByShortCode(text, choices, series)
}

function exact<C extends Choice>(choices: readonly C[], text: string): C | undefined {
  const query = text.trim().toLowerCase()
  const isExactMatch = (known: string | null | undefined) => known?.toLowerCase() === query
  return choices.find((choice) => isExactMatch(choice.code) || isExactMatch(choice.barcode))
}

function initialState<C extends Choice>(value: C | undefined, typed = ''): State<C> {
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
