import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Button } from '../buttons/Button.tsx'
import type { ControlProps } from './Field.tsx'
import { FieldScanButton } from '../scan/FieldScanButton.tsx'
import { useCanScan } from '../scan/use-can-scan.ts'
import { lazyPart } from '../page/LazyPart.tsx'
import { Spinner } from '../page/Spinner.tsx'
import type { ChoiceListProps } from './ChoiceList.tsx'
import { type Choice, type Choices, type ChoicesProps, useChoices } from './use-combobox-choices.ts'

/** Loaded when a list opens for the first time. */
const ChoiceList = lazyPart(async () => (await import('./ChoiceList.tsx')).ChoiceList)

type ComboboxProps<C extends Choice> = Partial<ControlProps> &
  ChoicesProps<C> & {
    /** The accessible name, if no label references the input. */
    'aria-label'?: string
    /** Renders a choice in the list; its text by default. */
    render?: (choice: C) => ReactNode
    placeholder?: string
    disabled?: boolean
    /** Called after a choice by Enter or a click, to move on, maybe before the response arrives. */
    onAccept?: () => void
    /** The input is in a grid of lines: while the list is closed, the arrows move between lines. */
    isCell?: boolean
    /**
     * Its codes are on barcodes: a button scans one by camera, as if it was typed with Enter. Its
     * text is in the name of the button, such as `SKU, line 3`.
     */
    scanTarget?: string | undefined
    /** The input is one of several lines, which scan on phones and tablets only. */
    isInLine?: boolean
    /** The text is known to match nothing, as found by the parent. */
    isUnknown?: boolean
    /** Looks up the text again after the parent's lookup failed. */
    onAgain?: () => void
    /** The container of the list; the end of the page by default. */
    container?: Element | null
    ref?: Ref<HTMLInputElement>
  }

/**
 * An editable combobox with list autocomplete. Enter or Tab accepts the highlighted choice: an
 * exact code, the only match, or one selected with the arrows; of several matches none is accepted
 * automatically. If the response is pending, Enter moves on at once and the choice follows: a code
 * typed or scanned faster than the network is never lost.
 */
export function Combobox<C extends Choice>({ ref, ...props }: ComboboxProps<C>) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  // The ref is set at mount, before any caller can use the handle.
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const box = useChoices<C>(props)
  const whyNot = whyNotChosen(box, props)
  const isUnasked = !box.isFailed && props.onAgain !== undefined
  const { scanTarget, ...scanEvents } = useScanInto(props)
  const canScan = scanTarget !== undefined
  return (
    <>
      <div ref={anchor} className="relative">
        <input
          ref={input}
          id={props.id}
          role="combobox"
          aria-label={props['aria-label']}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid'] ?? (Boolean(whyNot) || isUnasked || undefined)}
          aria-expanded={box.isOpen}
          aria-controls={box.isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={activeIdOf(box, listId)}
          autoComplete="off"
          spellCheck={false}
          disabled={props.disabled}
          placeholder={props.placeholder}
          value={box.text}
          onChange={({ target }) => box.type(target.value)}
          onFocus={({ target }) => target.select()}
          onClick={box.open}
          onBlur={box.leave}
          onKeyDown={(event) => press(event, box, props)}
          className={clsx('control', canScan ? 'pr-16 pointer-coarse:pr-19' : 'pr-9')}
        />
        <span
          className={clsx(
            'pointer-events-none absolute top-1/2 flex -translate-y-1/2 text-muted',
            canScan ? 'right-10 pointer-coarse:right-13' : 'right-2',
          )}
        >
          {box.isWaiting && <Spinner size={16} />}
        </span>
        {canScan && <FieldScanButton field={input} target={scanTarget} {...scanEvents} />}
      </div>
      <Messages
        box={box}
        whyNot={whyNot}
        isUnasked={isUnasked}
        onAgain={() => {
          input.current?.focus()
          if (isUnasked) props.onAgain?.()
          else box.again()
        }}
      />
      <LazyChoiceList
        listId={listId}
        isOpen={box.isOpen}
        rows={rowsOf(box, props)}
        active={box.active}
        onClose={box.close}
        input={input}
        anchor={anchor}
        container={props.container}
      />
    </>
  )
}

/** The id of the highlighted choice in the open list. */
function activeIdOf<C extends Choice>(box: Choices<C>, listId: string): string | undefined {
  return box.isOpen && box.choices[box.active] ? `${listId}-${box.active}` : undefined
}

/** The list of choices, once it was opened. */
function LazyChoiceList(props: ChoiceListProps) {
  const { isOpen } = props
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened && <ChoiceList {...props} />
}

type MessagesProps<C extends Choice> = {
  box: Choices<C>
  whyNot: string | undefined
  /** The parent's lookup failed. */
  isUnasked: boolean
  onAgain: () => void
}

/** How many choices match, and what is wrong with the text. */
function Messages<C extends Choice>({ box, whyNot, isUnasked, onAgain }: MessagesProps<C>) {
  return (
    <>
      <p role="status" className="sr-only">
        {box.isOpen && (box.choices.length === 1 ? '1 match' : `${box.choices.length} matches`)}
      </p>
      {whyNot && (
        <p role="alert" className="text-table mt-1 text-danger">
          {whyNot}
        </p>
      )}
      {(box.isFailed || isUnasked) && <Failed onAgain={onAgain} />}
    </>
  )
}

type ScanProps<C extends Choice> = Pick<
  ComboboxProps<C>,
  'scanTarget' | 'isInLine' | 'disabled' | 'value'
>

/**
 * Whether the input has a button that scans: only while it has no choice, because a wrong read
 * would replace it and clear what it filled in. The button stays while its dialog is open, and
 * while it has the focus, which would be lost: Tab may reach it before the choice is found.
 */
function useScanInto<C extends Choice>({ scanTarget, isInLine, disabled, value }: ScanProps<C>) {
  const canScan = useCanScan(isInLine)
  const [isScanning, setIsScanning] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isOffered = canScan && !disabled && (value === undefined || isScanning || hasFocus)
  return {
    scanTarget: isOffered ? scanTarget : undefined,
    onOpen: () => setIsScanning(true),
    onClose: () => setIsScanning(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  }
}

/** The rows of the list, which accept their choice. */
function rowsOf<C extends Choice>(
  box: Pick<Choices<C>, 'choices' | 'accept'>,
  { render, onAccept }: Pick<ComboboxProps<C>, 'render' | 'onAccept'>,
): ChoiceListProps['rows'] {
  return box.choices.map((choice) => ({
    id: choice.id,
    content: render ? render(choice) : choice.text,
    choose: () => {
      box.accept(choice)
      onAccept?.()
    },
  }))
}

/** Why the text has no choice: several match it, or none does. */
function whyNotChosen<C extends Choice>(
  box: Choices<C>,
  { isUnknown }: Pick<ComboboxProps<C>, 'isUnknown'>,
): string | undefined {
  if (box.ambiguous > 0) return `${box.ambiguous} match “${box.text}”. Choose one with ↓`
  if (box.isFailed || !(box.isUnknown || isUnknown)) return undefined
  return `No match for “${box.text}”`
}

/** Shown if the server did not respond, with a retry button. */
function Failed({ onAgain }: { onAgain: () => void }) {
  return (
    <p role="alert" className="text-table mt-1 flex flex-wrap items-center gap-x-2 text-danger">
      The server did not respond.
      {/* Prevents the blur of the input before the click. */}
      <Button size="small" onPointerDown={(event) => event.preventDefault()} onClick={onAgain}>
        Try again
      </Button>
    </p>
  )
}

function press<C extends Choice>(
  event: KeyboardEvent,
  box: Choices<C>,
  { onAccept, isCell }: Pick<ComboboxProps<C>, 'onAccept' | 'isCell'>,
): void {
  const { key } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey
  if (event.nativeEvent.isComposing) return
  if ((key === 'ArrowDown' || key === 'ArrowUp') && !hasModifier) {
    // Alt+Down opens the list in a cell.
    if (!box.isOpen && isCell && !event.altKey) return
    event.preventDefault()
    box.move(key === 'ArrowDown' ? 1 : -1)
  } else if (key === 'Escape' && box.isOpen) {
    event.preventDefault()
    event.stopPropagation()
    box.close()
  } else if (key === 'Enter' && !hasModifier) {
    event.preventDefault()
    if (box.accept()) onAccept?.()
  } else if (key === 'Enter' || (key === 'Tab' && box.isOpen)) {
    // Ctrl+Enter submits the form: accepts the text, and the event bubbles to the form.
    box.accept()
  }
}
