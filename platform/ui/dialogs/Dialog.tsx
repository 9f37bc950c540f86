import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../buttons/Button.tsx'
import { firstFieldIn, useDiscardPrompt } from './discard-prompt.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { reserveNoticeSpace } from '../notices/notice-position.ts'
import type { Place } from '../keyboard/shortcuts.ts'
import { UnsavedContext, type UnsavedInput } from './unsaved-input-context.ts'
import { isFocusFree } from '../keyboard/returned-focus.ts'

type DialogProps = {
  title: ReactNode
  /** Beside the title, but not part of the dialog's accessible name. */
  titleSuffix?: ReactNode
  /** One sentence under the title; screen readers read it when the dialog opens. */
  description?: ReactNode
  size?: 'small' | 'form' | 'wide' | 'details'
  /** The scope of its keyboard shortcuts; by default no shortcuts work in it. */
  place?: Place
  /** Called on Esc, the close button and a click outside. */
  onClose: () => void
  /** Whether a click outside closes it; false in forms with unsaved input. */
  closesOutside?: boolean
  /** Between the title and the close button. */
  tools?: ReactNode
  children: ReactNode
}

/** Aligns a title without description with the close button, which is taller on touch screens. */
const headStyle =
  'grid min-w-0 flex-1 basis-[calc(100%-3.5rem)] content-center pointer-coarse:min-h-11 sm:basis-0'

const widths = {
  small: 'md:h-fit md:max-w-[480px]',
  form: 'md:h-fit md:max-w-[760px]',
  wide: 'md:h-fit md:max-w-[1080px]',
  // Same height while loading and on every tab; taller content scrolls.
  details: 'md:max-w-[1080px] md:h-[min(760px,92dvh)]',
} as const

/** A modal dialog, full screen on small screens. Mount it to open it. */
export function Dialog(props: DialogProps) {
  const { title, description, size = 'form', place, closesOutside = true } = props
  const [opener] = useState(findOpener)
  const { unsaved, asks, close, discard, keep } = useQuestion(props.onClose)
  const { mount, onEscapeKeyDown, onKeyDown } = useEscape(close)
  return (
    <Radix.Root open onOpenChange={(open) => open || close()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim fade-in" />
        <Radix.Content
          ref={mount}
          data-placement={place ?? 'none'}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={onEscapeKeyDown}
          onKeyDown={onKeyDown}
          onInteractOutside={(event) => {
            const isDirty = unsaved.parts.size > 0
            if (!closesOutside || isDirty || isToast(event.target)) event.preventDefault()
          }}
          onOpenAutoFocus={(event) => {
            openers.set(event.currentTarget as Element, opener)
            focusFirst(event)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAgain(opener)
          }}
          className={clsx(
            'fade-in fixed inset-0 z-40 m-auto flex flex-col overflow-hidden bg-surface',
            'shadow-overlay outline-none md:max-h-[92dvh] md:rounded-dialog md:border',
            'md:border-line',
            widths[size],
          )}
        >
          <div
            className={clsx(
              'flex min-h-14 shrink-0 flex-wrap items-start gap-x-2 border-b border-line px-4 py-2',
              'sm:flex-nowrap sm:items-center md:px-6',
            )}
          >
            {/* On a phone the tools wrap below the title, which uses the full width. */}
            <div className={headStyle}>
              <div className="flex flex-wrap items-center gap-x-2">
                <Radix.Title className="text-page wrap-anywhere">{title}</Radix.Title>
                {props.titleSuffix}
              </div>
              {description && (
                <Radix.Description className="text-table wrap-anywhere text-muted">
                  {description}
                </Radix.Description>
              )}
            </div>
            {props.tools && (
              <div className="order-last flex items-center gap-2 max-sm:basis-full sm:order-none">
                {props.tools}
              </div>
            )}
            <IconButton icon={X} label="Close" iconSize={20} onClick={close} />
          </div>
          <UnsavedContext value={unsaved}>{props.children}</UnsavedContext>
          {asks && <DiscardPrompt onDiscard={discard} onKeep={keep} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Esc closes the top dialog, even right after it opened. */
function useEscape(close: () => void) {
  const content = useRef<HTMLDivElement>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // The content mounts after the dialog, and may be the top one before the next render.
  const mount = useCallback((node: HTMLDivElement | null) => {
    content.current = node
    if (node) closers.set(node, () => latest.current())
  }, [])
  return {
    mount,
    onEscapeKeyDown(event: KeyboardEvent) {
      // Right after another dialog opened on top, its Esc still arrives here.
      const top = topDialog()
      if (!top || top === content.current) return
      event.preventDefault()
      closers.get(top)?.()
    },
    onKeyDown(event: ReactKeyboardEvent) {
      // While this dialog opens, no other handler receives its Esc.
      if (event.key !== 'Escape' || event.isDefaultPrevented()) return
      if (topDialog() !== content.current) return
      event.preventDefault()
      close()
    },
  }
}

/** Closes immediately without unsaved input; otherwise prompts first. */
function useQuestion(onClose: () => void) {
  const [parts] = useState<UnsavedInput['parts']>(() => new Set())
  const { asks, ask, keep, withdraw, discard } = useDiscardPrompt(onClose)
  const close = () => {
    if ([...parts].some((part) => part.isBusy())) return
    if (asks) keep()
    else if (parts.size > 0) ask()
    else onClose()
  }
  const discardAll = () => {
    for (const part of parts) part.discard()
    discard()
  }
  return { unsaved: { parts, ask, withdraw, close }, asks, close, discard: discardAll, keep }
}

type DiscardPromptProps = { onDiscard: () => void; onKeep: () => void }

/** Replaces the footer if unsaved input would be lost. */
export function DiscardPrompt({ onDiscard, onKeep }: DiscardPromptProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <DialogFooter>
      <p role="alert" className="text-label flex-1">
        Discard changes?
      </p>
      <Button kind="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keepButton} onClick={onKeep}>
        Keep editing
      </Button>
    </DialogFooter>
  )
}

type DialogBodyProps = {
  children: ReactNode
  /** What it has, if it is text alone: then it has the focus, so that the keys scroll it. */
  label?: string
}

/** The scrolling part of a dialog. */
export function DialogBody({ children, label }: DialogBodyProps) {
  const ofText = label === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': label }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-6" {...ofText}>
      {children}
    </div>
  )
}

/** The row of buttons at the bottom of a dialog, always visible. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      ref={reserveNoticeSpace}
      className={clsx(
        'no-print flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface',
        'px-4 py-3 md:px-6',
      )}
    >
      {children}
    </div>
  )
}

/** Focuses the first field of a form, else the dialog itself, so that no tooltip opens. */
function focusFirst(event: Event): void {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  event.preventDefault()
  const first = firstFieldIn(dialog) ?? dialog
  first.focus()
}

/**
 * The last focused element, and its opener if it was in a menu. When a dialog opens, the menu may
 * be closing, without a reference to its button, or removed.
 */
let last: { node: Element; opener: HTMLElement | null } | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = { node: target, opener: openerOf(target) }
})

function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const isFocusLost = focused === document.body && last?.node.isConnected === false
  return isFocusLost || focused === last?.node ? (last?.opener ?? null) : openerOf(focused)
}

/** A dialog opened from a menu returns the focus to the menu's button. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]')
  const button = menu && document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`)
  return button ?? (focused instanceof HTMLElement ? focused : null)
}

/**
 * The opener of each dialog. If an opener was in a dialog that is gone, that one's opener is used.
 */
const openers = new WeakMap<Element, HTMLElement | null>()

/** Focuses the opener of a closed dialog, or the heading if it is gone. */
function focusAgain(opener: HTMLElement | null): void {
  if (!isFocusFree()) return
  let target = opener
  while (target && !target.isConnected) {
    const dialog: Element | null = target.closest('[role=dialog]')
    target = (dialog && openers.get(dialog)) ?? null
  }
  if (!target || target === document.body) target = document.querySelector<HTMLElement>('h1')
  target?.focus()
}

/** The close function of each open dialog. */
const closers = new WeakMap<Element, () => void>()

function topDialog(): Element | undefined {
  return [...document.querySelectorAll('[role=dialog][data-placement]')].at(-1)
}

function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=region]') !== null
}
