import { CalendarDays } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { type Day, isDay } from '#platform/kernel/days.ts'
import { type ControlProps, Field } from '../fields/Field.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { PopoverButton } from '../menu/PopoverButton.tsx'
import { lazyPart } from '../page/LazyPart.tsx'
import { type DayTyping, type DayTypingOptions, useDayTyping } from './use-day-typing.ts'

const Calendar = lazyPart(
  async () => (await import('./Calendar.tsx')).Calendar,
  <div className="h-72 w-64" />,
)

type DayFieldProps = DayTypingOptions & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  wide?: boolean
  id?: string
  /** The typed text, if the parent holds it because it shows the field in two places. */
  typing?: DayTyping
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
  const own = useDayTyping(props)
  const typing = props.typing ?? own
  const error = props.error ?? (typing.isRefused ? 'Invalid input' : undefined)
  return (
    <Field label={label} hint={hint} wide={wide} error={error} {...(id && { id })}>
      {(control) => <DayInput {...props} control={control} typing={typing} />}
    </Field>
  )
}

type DayInputProps = DayFieldProps & {
  control: ControlProps
  typing: DayTyping
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
        <PopoverButton
          label="Calendar"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          hasOwnFocus
          className="popover pop-in p-3"
          button={
            <IconButton
              icon={CalendarDays}
              label="Calendar"
              aria-describedby={`${control.id}-label`}
              className="pointer-events-auto"
            />
          }
        >
          <Calendar
            chosen={chosen}
            today={today}
            onPick={(day) => {
              setIsOpen(false)
              pick(day)
            }}
          />
        </PopoverButton>
      </span>
      <p id={hintId} hidden>
        {ways + calendarKey}
      </p>
    </div>
  )
}

let names: Intl.DateTimeFormat | undefined

function weekday(day: Day): string {
  names ??= new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
  return names.format(Date.parse(day))
}
