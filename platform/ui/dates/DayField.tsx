import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import type { CalendarProps } from './Calendar.tsx'
import { type ControlProps, Field } from '../fields/Field.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { lazyPart } from '../page/LazyPart.tsx'
import { useBusinessDay } from './today.ts'
import { dayOrder, typedDay } from './typed-day.ts'

const Calendar = lazyPart(
  async () => (await import('./Calendar.tsx')).Calendar,
  <div className="h-72 w-64" />,
)

type DayFieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  wide?: boolean
  id?: string
  /** An ISO date, empty, or the typed text if it is not a date. */
  value: string
  /** Called on every change, for values sent later. */
  onType?: (value: string) => void
  /** Called for a selected or completed day, for immediate updates. Empty clears it. */
  onPick?: (value: Day | '') => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/**
 * A date input: accepts `2026-03-01`, a date in the browser's locale, `t`, `+7`, `-1`, `fri` or
 * `15`, or a day from a calendar. Typed text becomes ISO on blur or submit; invalid text stays and
 * is marked invalid.
 */
export function DayField(props: DayFieldProps) {
  const { label, hint, wide = false, id } = props
  const typing = useTyping(props)
  const error = props.error ?? (typing.isRefused ? 'Invalid input' : undefined)
  return (
    <Field label={label} hint={hint} wide={wide} error={error} {...(id && { id })}>
      {(control) => <DayInput {...props} control={control} typing={typing} />}
    </Field>
  )
}

type DayInputProps = DayFieldProps & {
  control: ControlProps
  typing: ReturnType<typeof useTyping>
}

const ways = 'A date, t for today, +7 or -1 days from it, fri, or 15 of this month. '
const calendarKey = 'Alt+Down opens a calendar.'

function DayInput({ control, typing, ref, onBlur }: DayInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hintId = useId()
  const weekdayId = useId()
  const { text, today, type, settle, pick } = typing
  const chosen = isDay(text) ? text : undefined
  const described = [control['aria-describedby'], chosen && weekdayId, hintId]
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <div className="relative max-w-[24ch]">
        <input
          {...control}
          ref={ref}
          aria-describedby={described.filter(Boolean).join(' ')}
          value={text}
          placeholder="t, +7, fri, 15"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
          onBlur={() => {
            settle()
            onBlur?.()
          }}
          onKeyDown={(event) => {
            // Enter submits the form, so the typed text must be parsed first.
            if (event.key === 'Enter') settle()
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            setIsOpen(true)
          }}
          className="control numbers pr-20 not-focus:placeholder:text-transparent"
        />
        <span className="pointer-events-none absolute inset-y-0 right-1 flex items-center gap-1">
          <span id={weekdayId} className="text-caption text-muted">
            {chosen && weekday(chosen)}
          </span>
          <Popover.Trigger asChild>
            <IconButton
              icon={CalendarDays}
              label="Calendar"
              aria-describedby={`${control.id}-label`}
              className="pointer-events-auto"
            />
          </Popover.Trigger>
        </span>
        <p id={hintId} hidden>
          {ways + calendarKey}
        </p>
      </div>
      <CalendarPopover
        chosen={chosen}
        today={today}
        onPick={(day) => {
          setIsOpen(false)
          pick(day)
        }}
      />
    </Popover.Root>
  )
}

/** The chunk loads on first open; the field stays visible behind it. */
function CalendarPopover(props: CalendarProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label="Calendar"
        onOpenAutoFocus={(event) => event.preventDefault()}
        className="popover pop-in p-3"
      >
        <Calendar {...props} />
      </Popover.Content>
    </Popover.Portal>
  )
}

/** `at` is the value at the time of typing, until the parent applies the new one. */
type Typed = { text: string; reading: string; at: string | undefined; isRefused: boolean }

/** The typed text, which is valid until the value changes from outside. */
function useTyping({ value, onType, onPick }: DayFieldProps) {
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

let names: Intl.DateTimeFormat | undefined

function weekday(day: Day): string {
  names ??= new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
  return names.format(Date.parse(day))
}
