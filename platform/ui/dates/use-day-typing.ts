import { useState } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import { useBusinessDay } from './today.ts'
import { dayOrder, typedDay } from './typed-day.ts'

/** `at` is the value at the time of typing, until the parent applies the new one. */
type Typed = { text: string; reading: string; at: string | undefined; isRefused: boolean }

export type DayTypingOptions = {
  /** An ISO date, empty, or the typed text if it is not a date. */
  value: string
  /** Called on every change, for values sent later. */
  onType?: (value: string) => void
  /** Called for a selected or completed day, for immediate updates. Empty clears it. */
  onPick?: (value: Day | '') => void
}

/** The typed text of a date input, which is valid until the value changes from outside. */
export function useDayTyping({ value, onType, onPick }: DayTypingOptions) {
  const today = useBusinessDay()
  const [typed, setTyped] = useState<Typed>()
  if (typed?.at !== undefined && typed.reading === value) setTyped({ ...typed, at: undefined })
  const own = typed && (typed.reading === value || typed.at === value) ? typed : undefined
  const type = (text: string) => {
    const reading = text.trim() === '' ? '' : (typedDay(text, today, dayOrder()) ?? text)
    setTyped({ text, reading, at: value, isRefused: false })
    onType?.(reading)
    // A complete ISO date is applied immediately.
    if (isDay(text) && text !== value) onPick?.(text)
  }
  const pick = (day: Day) => {
    setTyped({ text: day, reading: day, at: value, isRefused: false })
    onType?.(day)
    if (day !== value) onPick?.(day)
  }
  const settle = () => {
    if (!own) return
    const { text, reading } = own
    const isRead = reading === '' || isDay(reading)
    // With `onPick` the parent's value is shown again, because some fields have a default.
    const isCleared = reading === '' && onPick
    setTyped(isCleared ? undefined : { ...own, text: isRead ? reading : text, isRefused: !isRead })
    if (isRead && reading !== value) onPick?.(reading)
  }
  return { today, text: own?.text ?? value, isRefused: own?.isRefused === true, type, pick, settle }
}

export type DayTyping = ReturnType<typeof useDayTyping>
